import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SyncRecord } from '@latchkey/protocol'
import { createServiceKey } from '../security/seal.ts'
import { parseServiceKey, readOrCreateServiceKey } from '../security/service-key-file.ts'
import type { MailWay } from '../settings.ts'
import { type InspectedRow, type Inspection, inspectDatabase } from '../storage/inspect.ts'
import {
  type Database,
  parseDatabase,
  redactUrl,
  SERVICE_KEY_VARIABLE,
  serviceKeyPath,
} from '../storage/open.ts'
import { isProvedBy } from '../storage/sql/prove-service-key.ts'
import { UserError } from '../user-error.ts'
import { type Finding, found } from './findings.ts'
import { ask, askHealth, type ConnectionRecord, parsed, reach, reachConsole } from './reach.ts'
import type { DatabaseHealth } from './readiness.ts'

/** Nodes must agree within these seconds: key checks and expiries depend on their clocks. */
const MOST_SECONDS_APART = 5
/** How old the newest backup may be. */
export const BACKUP_HOURS = 26
/** The least free space for an SQLite database. */
export const FREE_MB = 1_000
/** An address of a network for documentation (RFC 5737), which no computer has. */
const INVENTED_ADDRESS = '203.0.113.7'

interface Patient {
  readonly database: Database
  /** The name of the database for messages, without its password. */
  readonly databaseName: string
  readonly inspection: Inspection | { readonly failure: string }
  readonly givenKey: string | undefined
  /** Unix seconds. */
  readonly now: number
  readonly publicUrl: URL | undefined
  readonly consoleUrl: URL | undefined
  /** How mail leaves, if the service examines itself. */
  readonly mail?: MailWay
  /** The health, if the service examines itself. Otherwise it is requested at the public URL. */
  readonly health?: () => Promise<DatabaseHealth>
  /** A file, or a folder, of which the newest file counts. */
  readonly backupPath?: string | undefined
  readonly backupHours?: number
  readonly freeMb?: number
  /** Those of the modules. */
  readonly examinations?: readonly Examination[]
}

/** What a module examines. */
export interface Examination {
  /** A query in the SQL of both engines, with one row. */
  readonly query: (now: number) => string
  readonly checks: Readonly<Record<string, (row: InspectedRow, patient: Patient) => Finding>>
}

type Check = (patient: Patient, reached: ConnectionRecord | Finding) => Finding | Promise<Finding>

/** The findings by the names of the checks. */
export type Findings = Readonly<Record<string, Finding>>

type Given = Omit<Patient, 'database' | 'databaseName' | 'inspection' | 'givenKey' | 'now'>

/** Examines a service from outside, by its database and its addresses. */
export async function examineService(
  databaseUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
  given: Given,
): Promise<Findings> {
  const database = parseDatabase(databaseUrl)
  const queries = given.examinations?.map(({ query }) => query(now)) ?? []
  const inspection = await inspectDatabase(database, now, queries).catch((error: unknown) => ({
    failure: error instanceof Error ? error.message : String(error),
  }))
  const databaseName = redactUrl(databaseUrl)
  const givenKey = environment[SERVICE_KEY_VARIABLE]
  return examine({ ...given, database, databaseName, inspection, givenKey, now })
}

/** Returns all findings in the order in which they are best solved. */
async function examine(patient: Patient): Promise<Findings> {
  const { publicUrl, examinations = [] } = patient
  const reached = publicUrl === undefined ? found('PUBLIC_URL_NOT_NAMED') : await reach(publicUrl)
  const findings: Record<string, Finding> = {}
  for (const [name, check] of Object.entries(CHECKS)) findings[name] = await check(patient, reached)
  for (const [at, { checks }] of examinations.entries()) {
    for (const [name, check] of Object.entries(checks))
      findings[name] = await ofRow(at, check)(patient, reached)
  }
  return findings
}

const ofRow = (at: number, check: Examination['checks'][string]): Check =>
  inDatabase(({ rows }, patient) => {
    const row = rows?.[at]
    return row === undefined ? found('TABLES_NEEDED') : check(row, patient)
  })

const inDatabase =
  (check: (inspection: Inspection, patient: Patient) => Finding): Check =>
  (patient) =>
    'failure' in patient.inspection ? found('DATABASE_NEEDED') : check(patient.inspection, patient)

const fromOutside =
  (check: (url: URL, reached: ConnectionRecord) => Promise<Finding>): Check =>
  ({ publicUrl }, reached) =>
    publicUrl === undefined || 'status' in reached ? found('PUBLIC_URL_NEEDED') : check(publicUrl, reached)

const CHECKS: Readonly<Record<string, Check>> = {
  database({ inspection, databaseName, database }) {
    if (isInMemory(database)) return found('DATABASE_IN_MEMORY')
    if (!('failure' in inspection)) return found('DATABASE_READABLE', { database: databaseName })
    const code = database.kind === 'sqlite' ? 'SQLITE_UNREADABLE' : 'POSTGRES_UNREADABLE'
    return found(code, { database: databaseName, failure: inspection.failure })
  },

  tables: inDatabase(({ version, knownVersion: known, accounts }) => {
    if (version > known) return found('TABLES_NEWER', { version, known })
    if (version === 0) return found('DATABASE_EMPTY')
    if (version < known) return found('TABLES_OLDER', { version, known })
    return accounts > 0 ? found('TABLES_PRESENT', { version }) : found('NO_ACCOUNT')
  }),

  'service key': inDatabase(({ keyProof }, { database, givenKey }) => {
    try {
      const bytes =
        givenKey !== undefined ? parseServiceKey(givenKey, SERVICE_KEY_VARIABLE) : keyBeside(database)
      if (keyProof === undefined) return found('DATABASE_UNUSED')
      if (isProvedBy(createServiceKey(bytes), keyProof)) return found('SERVICE_KEY_OPENS')
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return found('NO_SERVICE_KEY', { failure: error.message })
    }
    return found('OTHER_SERVICE_KEY', { variable: SERVICE_KEY_VARIABLE })
  }),

  clock: inDatabase(({ time }, { now }) => {
    if (time === undefined) return found('NO_OTHER_CLOCK')
    const apart = now - time
    if (Math.abs(apart) <= MOST_SECONDS_APART) return found('CLOCK_AGREES')
    return found(apart > 0 ? 'CLOCK_AHEAD' : 'CLOCK_BEHIND', { seconds: Math.abs(Math.round(apart)) })
  }),

  servers: inDatabase(({ hosts }) => {
    if (hosts.length < 2) return found('ONE_SERVER')
    const writers = hosts.filter(({ state }) => state === 'writes')
    const down = hosts.filter(({ state }) => state === 'down').map(({ name }) => name)
    if (down.length > 0) return found('SERVER_DOWN', { servers: down.join(', ') })
    if (writers.length > 1) {
      return found('SEVERAL_PRIMARIES', { servers: writers.map(({ name }) => name).join(', ') })
    }
    const others = hosts.filter(({ isOther }) => isOther).map(({ name }) => name)
    if (others.length > 0) return found('OTHER_DATABASES', { servers: others.join(', ') })
    const isSynchronous = writers.some(({ synchronousStandbys }) => synchronousStandbys !== '')
    return found(isSynchronous ? 'STANDBYS_FOLLOW' : 'NO_SYNCHRONOUS_STANDBY')
  }),

  nodes: inDatabase(({ nodes }) =>
    nodes.length > 0
      ? found('NODES_RUN', { nodes: nodes.map(({ url }) => url).join(', ') })
      : found('NO_NODE'),
  ),

  async readiness({ publicUrl, health }) {
    if (publicUrl === undefined && health === undefined) return found('READINESS_UNKNOWN')
    const database = (await health?.()) ?? (publicUrl && (await askHealth(publicUrl)))
    if (database === undefined) return found('READINESS_UNKNOWN')
    if (database === 'replaced') return found('DATABASE_REPLACED')
    return database === 'well' ? found('READY') : found('NOT_READY', { database })
  },

  'disk space'({ database, freeMb = FREE_MB }) {
    if (database.kind !== 'sqlite') return found('DISK_OF_POSTGRES')
    if (isInMemory(database)) return found('NO_DISK')
    const folder = dirname(database.path)
    if (!existsSync(folder)) return found('NO_FOLDER', { folder })
    const { bavail, bsize } = statfsSync(folder)
    const isEnough = bavail * bsize >= freeMb * 1_000_000
    const mb = Math.floor((bavail * bsize) / 1_000_000)
    return found(isEnough ? 'DISK_FREE' : 'DISK_NEARLY_FULL', { mb, folder })
  },

  backup({ backupPath, backupHours = BACKUP_HOURS, now }) {
    if (backupPath === undefined) return found('BACKUP_NOT_NAMED')
    const info = statSync(backupPath, { throwIfNoEntry: false })
    const files = info?.isDirectory()
      ? readdirSync(backupPath).map((name) => join(backupPath, name))
      : [backupPath]
    const newest = files
      .flatMap((file) => statSync(file, { throwIfNoEntry: false }) ?? [])
      .filter((file) => file.isFile() && file.size > 0)
      .reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs / 1_000), 0)
    if (newest === 0) return found('NO_BACKUP', { path: backupPath })
    const hours = Math.round((now - newest) / 3_600)
    return found(hours < backupHours ? 'BACKUP_RECENT' : 'BACKUP_OLD', { hours })
  },

  'public URL'({ publicUrl, inspection }, reached) {
    if ('status' in reached) return reached
    const url = publicUrl?.href ?? ''
    if (publicUrl?.protocol !== 'https:') return found('PUBLIC_URL_OPEN', { url })
    if ('failure' in inspection) return found('SERVICE_UNKNOWN')
    if (inspection.nodes.some(({ id }) => id === reached.node)) return found('SERVICE_REACHED')
    return found('OTHER_SERVICE', { url })
  },

  'node list': fromOutside(async (url) => {
    const answer = await ask(url, 'sync')
    const nodes = 'text' in answer ? (parsed<SyncRecord>(answer.text)?.nodes ?? []) : []
    const open = nodes.filter((node) => !node.startsWith('https:'))
    if (nodes.length === 0) return found('NODE_LIST_EMPTY')
    if (open.length > 0) return found('NODE_LIST_OPEN', { nodes: open.join(', ') })
    const reached = await Promise.all(nodes.map((node) => reach(new URL(node))))
    return (
      reached.find((one): one is Finding => 'status' in one) ??
      found('NODE_LIST_REACHED', { nodes: nodes.join(', ') })
    )
  }),

  'proxy headers': fromOutside(async (url, { proxy }) => {
    if (url.protocol !== 'https:') return found('NO_PROXY')
    if (proxy === 'none') return found('PROXY_NAMES_NOBODY')
    if (proxy === 'ignored') return found('PROXY_NOT_TRUSTED')
    const again = await reach(url, { 'x-forwarded-for': INVENTED_ADDRESS })
    const isInvented = 'address' in again && again.address === INVENTED_ADDRESS
    return found(isInvented ? 'SENDERS_INVENTED' : 'SENDERS_KNOWN')
  }),

  'console URL'({ consoleUrl, inspection }) {
    if (consoleUrl === undefined) return found('CONSOLE_URL_NOT_NAMED')
    return reachConsole(consoleUrl, 'failure' in inspection ? undefined : inspection.nodes)
  },

  metrics: fromOutside(async (url) => {
    const answer = await ask(url, 'metrics')
    if (!('text' in answer) || !answer.text.includes('latchkey_')) return found('METRICS_CLOSED')
    return found('METRICS_PUBLIC', { url: new URL('metrics', url).href })
  }),
}

const isInMemory = (database: Database): boolean => database.kind === 'sqlite' && database.path === ':memory:'

/**
 * Reads the service key beside a database.
 * @throws UserError
 */
function keyBeside(database: Database): Uint8Array {
  if (database.kind !== 'sqlite') throw new UserError(`Set ${SERVICE_KEY_VARIABLE}, as every node has it.`)
  const path = serviceKeyPath(database.path)
  if (existsSync(path)) return readOrCreateServiceKey(path)
  throw new UserError(`Restore ${path}, or set ${SERVICE_KEY_VARIABLE}.`)
}
