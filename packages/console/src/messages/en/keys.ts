export type KeysTexts = typeof keys

/** The area of src/keys. */
export const keys = {
  title: 'Keys',
}
