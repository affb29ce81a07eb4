/** The error for a file of the app itself that cannot be read or understood. The user is told its path. */
export const damagedFile = (path: string, cause: unknown): Error =>
  Object.assign(new Error(`${path} is missing or damaged.`, { cause }), { path })
