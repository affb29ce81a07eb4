import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CONSOLE_PROOF_HEADER } from '@latchkey/management'
import { SERVICE_ENV } from './databases.ts'
import { CLI } from './processes.ts'

/** The pause after which a person does something: more often than people do for hours. */
const PAUSE_MS = 500
/** The pause of a person's script, which asks for one page of events after another. */
const PAGE_PAUSE_MS = 100
const PASSWORD = 'as long as it has to be'

/** What one person sends. */
type Ask = (path: string, init?: RequestInit) => Promise<unknown>

/** Signs people in to the console of a service. */
export const signInPeople = (
  { database, consoleUrl }: { readonly database: string; readonly consoleUrl: string },
  count: number,
): Promise<readonly Ask[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) => signIn(database, consoleUrl, `person-${n}@example.org`)),
  )

/** People who work until `stop` is called. The last of them pages through the events. */
export function startPeople(people: readonly Ask[]): { stop(): Promise<void> } {
  let isOver = false
  const support = async (ask: Ask, person: number): Promise<void> => {
    await delay((person * PAUSE_MS) / people.length)
    for (let turn = 0; !isOver; turn += 1) {
      await ask(`${PROJECT}${ACTIONS[turn % ACTIONS.length]?.(person * 1_000 + turn) ?? ''}`)
      await delay(PAUSE_MS)
    }
  }
  const readEvents = async (ask: Ask): Promise<void> => {
    for (let cursor = ''; !isOver; ) {
      const page = await ask(`${PROJECT}/events?limit=100${cursor && `&cursor=${cursor}`}`)
      cursor = (page as { next_cursor: string }).next_cursor
      await delay(PAGE_PAUSE_MS)
    }
  }
  const work = people.map((ask, person) =>
    person === people.length - 1 ? readEvents(ask) : support(ask, person),
  )
  return {
    async stop() {
      isOver = true
      await Promise.all(work)
    },
  }
}

const PROJECT = '/v3/projects/project'

/** What a support person does with each mail. */
const ACTIONS: readonly ((n: number) => string)[] = [
  () => '/keys?limit=100',
  (n) => `/keys?limit=100&search=customer+${n}`,
  (n) => `/keys?limit=100&from=${n}`,
  () => '/events?order=desc&limit=50',
]

async function signIn(database: string, consoleUrl: string, email: string): Promise<Ask> {
  const { origin } = new URL(consoleUrl)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, 'person', 'invite', email, '--role', 'owner', '--database', database],
    { env: { ...process.env, ...SERVICE_ENV } },
  )
  const { link } = JSON.parse(stdout) as { link: string }
  const token = link.slice(link.lastIndexOf('/') + 1)
  const headers = { origin, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/console/session/link`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  })
  const { proof } = (await answer.json()) as { proof: string }
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const ask: Ask = async (path, init) => {
    const asked = await fetch(origin + path, {
      ...init,
      headers: { ...headers, cookie, [CONSOLE_PROOF_HEADER]: proof },
    })
    if (!asked.ok) throw new Error(`${path} was answered with ${asked.status}: ${await asked.text()}`)
    return asked.json()
  }
  await ask('/console/session/password', { method: 'PUT', body: JSON.stringify({ password: PASSWORD }) })
  return ask
}
