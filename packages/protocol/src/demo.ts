/**
 * The prefix of the demo project's app name and shared secrets. The release check rejects a package
 * that contains it.
 */
export const DEMO_MARK = 'latchkey-demo'
