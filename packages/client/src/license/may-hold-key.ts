/** Whether what the license file holds has a key in it, which may turn out to be unreadable. */
export const mayHoldKey = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && Object.hasOwn(content, 'key')
