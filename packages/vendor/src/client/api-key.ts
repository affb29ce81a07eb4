/** Visible ASCII: anything else cannot stand in a header. */
const API_KEY = /^[\x21-\x7e]{1,256}$/

/** Whether a text can be an API key at all. Checked before it goes into a header: that error would print it. */
export const isApiKey = (text: string): boolean => API_KEY.test(text)
