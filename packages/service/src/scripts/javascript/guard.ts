/** What a loader tells the script that it runs. */
export interface Session {
  /** Unix seconds at which the license ends; -1 never. */
  readonly expiresAt: number
  /** Asks the service whether the license still holds. Rejects when there is no answer. */
  beat(nonce: string): Promise<{ readonly code: string; readonly message: string; readonly proof?: string }>
}

export interface GuardSettings {
  readonly name: string
  readonly silent: boolean
  readonly lookEveryMs: number
  readonly heartbeat: { readonly secret: string; readonly mostMissed: number } | null
}

/**
 * Becomes part of every protected script, as text: it may use nothing from outside but what every JavaScript has.
 * Returns the inline check, which throws once the script may not go on.
 */
export function startGuard(session: Session | undefined, settings: GuardSettings): () => void {
  const { name, silent, lookEveryMs, heartbeat } = settings
  if (session === undefined)
    throw new Error(`${name} is a protected script: it runs through its loader alone.`)
  let stopped = ''
  let missed = 0

  const say = (text: string): void => {
    // biome-ignore lint/suspicious/noConsole: this is what a user sees of the protection; `silent` turns it off.
    if (!silent) console.warn(`[latchkey] ${text}`)
  }
  const stop = (why: string): void => {
    if (stopped !== '') return
    stopped = `${name} has stopped: ${why}`
    clearInterval(timer)
    say(stopped)
  }
  const hex = (bytes: Uint8Array): string =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

  const beat = async (secret: string, mostMissed: number): Promise<void> => {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(8)))
    const expected = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret + nonce))
    try {
      const answer = await session.beat(nonce)
      if (answer.code !== 'KEY_VALID') stop(answer.message)
      else if (answer.proof !== hex(new Uint8Array(expected)))
        stop('the answer to its heartbeat is not genuine.')
      missed = 0
    } catch {
      missed += 1
      if (missed > mostMissed) stop('the license service could not be reached.')
    }
  }

  const timer = setInterval(() => {
    if (session.expiresAt > 0 && Date.now() >= session.expiresAt * 1000) stop('the license has ended.')
    else if (heartbeat !== null) void beat(heartbeat.secret, heartbeat.mostMissed)
  }, lookEveryMs)
  // In Node the look at the license keeps no process alive that has nothing else to do.
  if (typeof timer === 'object') timer.unref()
  say(`${name} is licensed, and runs.`)

  return () => {
    if (stopped !== '') throw new Error(stopped)
  }
}
