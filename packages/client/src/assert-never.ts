/** Use it as the `default` of a switch over a union: a missing case is then a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
