/** SQLite appends to a journal from here on. Here, many write at once, and each must find what the others wrote. */
export const journal = 'select 1'
