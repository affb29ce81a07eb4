/** Ends a switch over a closed union: the compiler refuses the call when a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
