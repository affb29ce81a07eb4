/** The prefix of the demo project's app name and secrets. The release check rejects it. */
export const DEMO_MARK = 'latchkey-demo'
