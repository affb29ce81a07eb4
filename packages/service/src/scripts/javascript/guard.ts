/** The session, which the loader passes to the script. */
export interface Session {
  /** Unix seconds at which the license ends; -1 never. */
  readonly expiresAt: number
  /** Requests whether the license is still valid. Rejects when there is no answer. */
  beat(nonce: string): Promise<{ readonly code: string; readonly message: string; readonly proof?: string }>
}

export interface GuardSettings {
  /** The name of the script, for the texts that it prints. */
  readonly name: string
  /** Whether the guard prints nothing. */
  readonly silent: boolean
  /** How often a running script checks its license. */
  readonly lookEverySeconds: number
  /**
   * `secret` proves that an answer to a heartbeat is the service's. More than `mostMissed`
   * consecutive heartbeats without an answer stop the script. Undefined: no heartbeats.
   */
  readonly heartbeat: { readonly secret: string; readonly mostMissed: number } | undefined
}

/**
 * The function becomes part of every protected script as text, so it may use only what every
 * JavaScript has. It starts before the protected program, which may later replace any global and
 * any method. So it captures everything that it uses later at its start, and writes hexadecimal
 * without methods.
 * @returns the inline check, which throws once the script may not continue
 */
export function startGuard(session: Session | undefined, settings: GuardSettings): () => void {
  const { name, silent, lookEverySeconds, heartbeat } = settings
  if (session === undefined)
    throw new Error(`${name} is a protected script: it runs through its loader alone.`)
  const { expiresAt } = session
  const { now } = Date
  const stopTimer = clearInterval
  const StopError = Error
  // biome-ignore lint/suspicious/noConsole: messages of the protection; `silent` turns them off.
  const warn = console.warn.bind(console)
  let stopped = ''

  const report = (text: string): void => {
    if (!silent) warn(`[latchkey] ${text}`)
  }
  const stop = (why: string): void => {
    if (stopped !== '') return
    stopped = `${name} has stopped: ${why}`
    stopTimer(timer)
    report(stopped)
  }

  const createBeat = (secret: string, mostMissed: number): (() => Promise<void>) => {
    const startTimer = setTimeout
    const stopTimeout = clearTimeout
    const Bytes = Uint8Array
    const encoder = new TextEncoder()
    const encode = encoder.encode.bind(encoder)
    const fill = crypto.getRandomValues.bind(crypto)
    const digest = crypto.subtle.digest.bind(crypto.subtle)
    const hex = (bytes: Uint8Array, length: number): string => {
      let text = ''
      for (let at = 0; at < length; at += 1) {
        const byte = bytes[at] ?? 0
        text += '0123456789abcdef'[byte >> 4]
        text += '0123456789abcdef'[byte & 15]
      }
      return text
    }
    let missed = 0
    return async () => {
      let isOpen = true
      const miss = (): void => {
        if (!isOpen) return
        isOpen = false
        missed += 1
        if (missed > mostMissed) stop('the license service could not be reached.')
      }
      // A heartbeat without an answer counts as missed.
      const giveUp = startTimer(miss, 30_000)
      if (typeof giveUp === 'object') giveUp.unref()
      try {
        const nonce = hex(fill(new Bytes(8)), 8)
        const expected = hex(new Bytes(await digest('SHA-256', encode(secret + nonce))), 32)
        const answer = await session.beat(nonce)
        if (answer.code !== 'KEY_VALID') stop(answer.message)
        else if (answer.proof !== expected) stop('the answer to its heartbeat is not genuine.')
        missed = 0
      } catch {
        miss()
      }
      stopTimeout(giveUp)
    }
  }
  const beat = heartbeat === undefined ? undefined : createBeat(heartbeat.secret, heartbeat.mostMissed)

  const timer = setInterval(() => {
    if (expiresAt > 0 && now() >= expiresAt * 1000) stop('the license has ended.')
    else if (beat !== undefined) void beat()
  }, lookEverySeconds * 1000)
  // In Node, the timer does not keep the process alive.
  if (typeof timer === 'object') timer.unref()
  report(`${name} is licensed, and runs.`)

  return () => {
    if (stopped !== '') throw new StopError(stopped)
  }
}
