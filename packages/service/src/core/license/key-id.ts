/**
 * The ID of a record. The number alone is not enough: SQLite may give the number of a deleted
 * license to a new one.
 */
export const idOf = (row: number, keyId: string): string => `${row}-${keyId}`
