import type { LatchkeyBridge } from '@latchkey/client/bridge'

/**
 * The bridge to the main process without a preload script: a call is a POST request, which the main
 * process answers itself, and events arrive on a stream. See `own-pages.ts` of `@latchkey/electron`.
 */
export function createFetchBridge(page: string): LatchkeyBridge {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  void readEvents(`/events/${page}`, (channel, value) => {
    for (const listener of listeners.get(channel) ?? []) listener(value)
  })

  const subscribe = (channel: string, listener: (value: unknown) => void): (() => void) => {
    const ofChannel = listeners.get(channel) ?? new Set()
    listeners.set(channel, ofChannel.add(listener))
    return () => ofChannel.delete(listener)
  }
  const groupOf = (group: string): object =>
    new Proxy(
      {},
      {
        get(_group, name) {
          const channel = `${group}.${String(name)}`
          // In the schema, event names begin with `on`.
          return /^on[A-Z]/.test(String(name))
            ? (listener: (value: unknown) => void) => subscribe(channel, listener)
            : (...parameters: unknown[]) => call(channel, parameters)
        },
      },
    )
  return new Proxy({}, { get: (_bridge, group) => groupOf(String(group)) }) as LatchkeyBridge
}

async function call(channel: string, parameters: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(`/calls/${channel}`, { method: 'POST', body: JSON.stringify(parameters) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

/** Reads lines of JSON, `[channel, value]`, until the window closes. */
async function readEvents(url: string, onEvent: (channel: string, value: unknown) => void): Promise<void> {
  const { body } = await fetch(url)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onEvent(...(JSON.parse(line) as [string, unknown]))
  }
}
