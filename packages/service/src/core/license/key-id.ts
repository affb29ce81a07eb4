/** The number alone may be another license's later: SQLite gives that of a deleted one away again. */
export const idOf = (row: number, keyId: string): string => `${row}-${keyId}`
