export type KeyTexts = typeof key

/** The area of src/key. */
export const key = {
  title: 'Key',
}
