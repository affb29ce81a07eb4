import { randomBytes, randomInt } from 'node:crypto'
import {
  createLicenseKey,
  createNonce,
  type DeviceListRecord,
  fingerprintHeader,
  type KeyCheckRecord,
  OWNER_USES,
  type OwnerAskRecord,
  type OwnerUse,
  ownerPath,
  type RequestUse,
  requestMethod,
  requestPath,
  signedKey,
  signRequest,
} from '@latchkey/protocol'
import pino from 'pino'
import type { Account } from '../core/accounts/accounts.ts'
import type { Project } from '../core/accounts/projects.ts'
import type { License } from '../core/license/license.ts'
import { CHALLENGE_KEY_BYTES } from '../core/security/challenges.ts'
import { createServiceKey } from '../core/security/seal.ts'
import { DEFAULT_SETTINGS, type Settings } from '../core/settings.ts'
import { createPostgresStorage, createSqliteStorage, type Storage } from '../modules.ts'
import { CONSOLE_KEY_BYTES } from '../people/console-sessions.ts'
import { parseScript } from '../scripts/javascript/parse.ts'
import type { ProcessScript } from '../scripts/script-updates.ts'
import { createSessions, SESSION_KEY_BYTES } from '../scripts/sessions.ts'
import { type RunningServer, type ServerParts, startServer } from '../server.ts'
import { takeDatabase } from './postgres-database.ts'
import { DEVICE, NOW, storedLicense, TEST_API_KEY, testAccount, testLicense, testProject } from './records.ts'

/** A check, with everything that a test may want to change. `null` leaves a header out. */
export interface Check {
  /** The kind of request. Default: `check`. */
  readonly use?: RequestUse | OwnerUse
  /** The kind of request for which the signature is made. Default: `use`. */
  readonly signedFor?: RequestUse | OwnerUse
  readonly device?: string
  readonly name?: string
  readonly appName?: string
  readonly key?: string
  readonly deviceId?: string | null
  readonly fingerprint?: string | null
  readonly nonce?: string | null
  readonly time?: number | string | null
  readonly signature?: string | null
  readonly userAgent?: string
  /** Headers that are sent in addition to the others. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: KeyCheckRecord & Pick<DeviceListRecord, 'devices'> & Pick<OwnerAskRecord, 'words' | 'until'>
  /** The body as it was sent. */
  readonly text: string
}

export interface TestService {
  /** The URL of a node. If there are several nodes, it is another one at every read. */
  readonly url: string
  /** The URL of a console, of another node at every read; empty without the setting. */
  readonly consoleUrl: string
  /** Lets every node learn what was used of the limits at the others, and write its counts. */
  settled(): Promise<void>
  readonly storage: Storage
  readonly project: Project
  readonly apiKey: string
  /** The time of the service, which a test can move. */
  readonly clock: { now: number }
  /** Adds a license to the project and returns its key. */
  addLicense(changes?: Partial<License>): Promise<string>
  license(key: string): Promise<License>
  /** Sends a check that is right in everything that `check` does not change. */
  check(check: Check): Promise<Answer>
  totals(): Promise<{ executions: number; attacksBlocked: number }>
  /** Takes the database away from every node. */
  loseStorage(): Promise<void>
  stop(): Promise<void>
}

export interface TestServiceOptions {
  readonly settings?: Partial<Settings>
  readonly account?: Partial<Account>
  readonly project?: Partial<Project>
  /** Options of the server, except for those that other options set. */
  readonly server?: Pick<
    ServerParts,
    | 'customerPageDir'
    | 'examine'
    | 'log'
    | 'monotonic'
    | 'outbox'
    | 'plantToken'
    | 'processScript'
    | 'scriptLimits'
    | 'answerScriptWithinMs'
    | 'headersTimeoutMs'
  >
  /** Protects scripts in this thread: a worker needs half a second to load the obfuscator. */
  readonly protectInThread?: { readonly lookEverySeconds?: number }
  readonly storage?: Storage
  /** The key of script sessions. Default: a random one. */
  readonly sessionKey?: Uint8Array
  /** Sends all requests to the same node. */
  readonly toOneNode?: boolean
}

const NODES = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 3 : 2

/**
 * The real service on a free port, with a clock that the test moves: on a real SQLite database, or,
 * if the test run has a PostgreSQL server, several nodes on one database.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = options.storage === undefined ? await takeDatabase() : undefined
  const seal = createServiceKey(randomBytes(32))
  const storages: Storage[] = []
  if (options.storage !== undefined) storages.push(options.storage)
  else if (database === undefined) storages.push(await createSqliteStorage({ path: ':memory:', seal }))
  else {
    const { url } = database
    storages.push(
      ...(await Promise.all(Array.from({ length: NODES }, () => createPostgresStorage({ url, seal })))),
    )
  }
  const [storage] = storages
  if (storage === undefined) throw new Error('There is no storage.')
  const project = testProject(options.project)
  const clock = { now: NOW }
  await storage.createAccount(testAccount(options.account))
  await storage.createProject(project)
  // The key is derived from the service key, which all nodes share.
  const challengeKey = randomBytes(CHALLENGE_KEY_BYTES)
  const consoleKey = randomBytes(CONSOLE_KEY_BYTES)
  const { sessionKey = randomBytes(SESSION_KEY_BYTES), protectInThread } = options
  const servers: readonly RunningServer[] = await Promise.all(
    storages.map((own) =>
      startServer({
        settings: { ...DEFAULT_SETTINGS, port: 0, ...options.settings },
        storage: own,
        clock: () => clock.now,
        log: pino({ level: 'silent' }),
        challengeKey,
        consoleKey,
        sessionKey,
        ...(protectInThread && { processScript: inThread(sessionKey, protectInThread) }),
        ...options.server,
      }),
    ),
  )
  const someNode = (): RunningServer | undefined => servers[options.toOneNode ? 0 : randomInt(servers.length)]
  const someUrl = (): string => someNode()?.url ?? ''

  return {
    get url() {
      return someUrl()
    },
    get consoleUrl() {
      return someNode()?.consoleUrl ?? ''
    },
    async settled() {
      for (const server of [...servers, ...servers]) await server.share()
    },
    storage,
    project,
    apiKey: TEST_API_KEY,
    clock,
    async addLicense(changes = {}) {
      const license = testLicense({ key: createLicenseKey(), ...changes })
      const outcome = await storage.createLicense(project.id, license)
      if (outcome !== 'created') throw new Error(outcome)
      return license.key
    },
    async license(key) {
      const license = await storedLicense(storage, key, project.id)
      if (license === undefined) throw new Error('There is no such license.')
      return license
    },
    check: (check) => sendCheck(someUrl(), project, { time: clock.now, ...check }),
    async totals() {
      const { hours, attacksBlocked } = await storage.usage(project.accountId, 0, 0)
      return { executions: hours.reduce((sum, { executions }) => sum + executions, 0), attacksBlocked }
    },
    async loseStorage() {
      await Promise.all(storages.map((own) => own.close()))
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
      await database?.release()
    },
  }
}

function inThread(sessionKey: Uint8Array, { lookEverySeconds = 60 }): ProcessScript {
  const { beatSecretOf } = createSessions(sessionKey)
  return async ({ source, script: { id, name, silent, heartbeat, lightning } }, reach) => {
    const parsed = parseScript(source)
    if (parsed.kind === 'rejected') return parsed
    await reach('obfuscating')
    const { protectScript } = await import('../scripts/javascript/protect.ts')
    const beat = heartbeat ? { secret: beatSecretOf(id), mostMissed: 3 } : undefined
    return protectScript(parsed, { name, silent, lightning, heartbeat: beat, lookEverySeconds })
  }
}

/**
 * Sends a check. The signature covers what is really sent, so that only the changes of the test are
 * wrong.
 */
export async function sendCheck(
  url: string,
  project: Pick<Project, 'appName' | 'executor' | 'secrets'>,
  check: Check,
): Promise<Answer> {
  const {
    appName = project.appName,
    use = 'check',
    signedFor = use,
    key = createLicenseKey(),
    deviceId = DEVICE,
    fingerprint = deviceId,
    nonce = createNonce(),
    time = Math.floor(Date.now() / 1_000),
    userAgent = 'Latchkey/1.0',
  } = check
  const signed = {
    nonce: nonce ?? '',
    key: signedKey(signedFor, key),
    time: String(time ?? ''),
    deviceId: deviceId ?? '',
  }
  const { signature = signRequest(signed, project.secrets) } = check
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    clienttime: time === null ? null : String(time),
    clientnonce: nonce,
    clienthwid: deviceId,
    [fingerprintHeader(project.executor)]: fingerprint,
    externalsignature: signature,
    // The app sends this header, too: the service may close a kept connection while the request is
    // sent.
    connection: 'close',
    ...check.headers,
  }
  const { device, name } = check
  const query = { appName, key, ...(device !== undefined && { device }), ...(name !== undefined && { name }) }
  const ofOwner = OWNER_USES.find((one) => one === use)
  const path = ofOwner === undefined ? requestPath(use as RequestUse, query) : ownerPath(ofOwner, query)
  const isPost = ofOwner === undefined ? requestMethod(use as RequestUse) === 'POST' : ofOwner === 'ask-owner'
  const response = await fetch(`${url}/${path}`, {
    method: isPost ? 'POST' : 'GET',
    headers: Object.entries(headers).filter((header): header is [string, string] => header[1] !== null),
  })
  const text = await response.text()
  const body = JSON.parse(text) as Answer['body']
  return { status: response.status, headers: response.headers, body, text }
}
