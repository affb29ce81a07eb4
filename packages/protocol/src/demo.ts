/**
 * Marks everything of the demo project: its app name, and the beginning of its shared secrets. A release must hold
 * neither, and is refused when the mark is found in it.
 */
export const DEMO_MARK = 'latchkey-demo'
