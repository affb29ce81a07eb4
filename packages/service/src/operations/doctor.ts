import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SyncRecord } from '@latchkey/protocol'
import { createServiceKey } from '../security/seal.ts'
import { parseServiceKey, readOrCreateServiceKey } from '../security/service-key-file.ts'
import { type Inspection, inspectDatabase } from '../storage/inspect.ts'
import {
  type Database,
  parseDatabase,
  redactUrl,
  SERVICE_KEY_VARIABLE,
  serviceKeyPath,
} from '../storage/open.ts'
import { isProvedBy } from '../storage/sql/prove-service-key.ts'
import { UserError } from '../user-error.ts'
import {
  ask,
  type ConnectionRecord,
  type Finding,
  ok,
  parsed,
  problem,
  reach,
  reachConsole,
  skipped,
} from './reach.ts'

/** Nodes must agree within seconds: key checks and expiries go by their clocks. */
const MOST_SECONDS_APART = 5
/** How old the newest backup may be. */
export const BACKUP_HOURS = 26
/** The least free space for an SQLite database. */
export const FREE_MB = 1_000
/** Of a network for documentation (RFC 5737), in which nobody is. */
const INVENTED_ADDRESS = '203.0.113.7'

interface Patient {
  readonly database: Database
  /** For messages, without its password. */
  readonly databaseName: string
  readonly inspection: Inspection | { readonly failure: string }
  readonly givenKey: string | undefined
  /** Unix seconds. */
  readonly now: number
  readonly publicUrl: URL | undefined
  readonly consoleUrl: URL | undefined
  /** A file, or a folder of which the newest file counts. */
  readonly backupPath?: string | undefined
  readonly backupHours?: number
  readonly freeMb?: number
}

type Check = (patient: Patient, reached: ConnectionRecord | Finding) => Finding | Promise<Finding>

/** By the name of the check. */
export type Findings = Readonly<Record<string, Finding>>

type Given = Omit<Patient, 'database' | 'databaseName' | 'inspection' | 'givenKey' | 'now'>

/** Looks at a service from outside, by its database and its addresses. */
export async function examineService(
  databaseUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
  given: Given,
): Promise<Findings> {
  const database = parseDatabase(databaseUrl)
  const inspection = await inspectDatabase(database, now).catch((error: unknown) => ({
    failure: error instanceof Error ? error.message : String(error),
  }))
  const databaseName = redactUrl(databaseUrl)
  const givenKey = environment[SERVICE_KEY_VARIABLE]
  return examine({ ...given, database, databaseName, inspection, givenKey, now })
}

/** Everything that was found, in the order in which it is best put right. */
async function examine(patient: Patient): Promise<Findings> {
  const { publicUrl } = patient
  const reached = publicUrl === undefined ? skipped('Name it with --public-url.') : await reach(publicUrl)
  const findings: Record<string, Finding> = {}
  for (const [name, check] of Object.entries(CHECKS)) findings[name] = await check(patient, reached)
  return findings
}

const inDatabase =
  (check: (inspection: Inspection, patient: Patient) => Finding): Check =>
  (patient) =>
    'failure' in patient.inspection
      ? skipped('The database cannot be read.')
      : check(patient.inspection, patient)

const fromOutside =
  (check: (url: URL, reached: ConnectionRecord) => Promise<Finding>): Check =>
  ({ publicUrl }, reached) =>
    publicUrl === undefined || 'status' in reached
      ? skipped('The public URL does not reach a service.')
      : check(publicUrl, reached)

const CHECKS: Readonly<Record<string, Check>> = {
  database({ inspection, databaseName, database }) {
    if (isInMemory(database)) return skipped('It is in memory, and ends with the service.')
    if (!('failure' in inspection)) return ok(`${databaseName} can be read.`)
    const remedy =
      database.kind === 'sqlite'
        ? 'Correct the path in --database, or restore a backup.'
        : 'Check that the server runs and takes connections from here, and the address, user and password.'
    return problem(`${databaseName} cannot be read: ${inspection.failure}`, remedy)
  },

  tables: inDatabase(({ version, knownVersion, accounts }) => {
    if (version > knownVersion) {
      return problem(
        `The database has version ${version}, this service knows versions up to ${knownVersion}.`,
        'Run the newer service that wrote it, or restore a backup.',
      )
    }
    if (version < knownVersion) {
      return problem(
        version === 0 ? 'The database is empty.' : `The database has version ${version} of ${knownVersion}.`,
        'Check the name in --database. If it is right, start the service once: it makes the tables.',
      )
    }
    if (accounts > 0) return ok(`The tables have version ${version}.`)
    return problem('There is no account.', 'Check the name in --database, or make one: account create.')
  }),

  'service key': inDatabase(({ keyProof }, { database, givenKey }) => {
    try {
      const bytes =
        givenKey !== undefined ? parseServiceKey(givenKey, SERVICE_KEY_VARIABLE) : keyBeside(database)
      if (keyProof === undefined) return skipped('No service has used this database yet.')
      if (isProvedBy(createServiceKey(bytes), keyProof)) return ok('It opens the secrets of the database.')
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return problem('There is no service key that can be used.', error.message)
    }
    return problem(
      'The service key is not the one that sealed the secrets of this database.',
      `Give the original one, in ${SERVICE_KEY_VARIABLE} or in the file beside the database.`,
    )
  }),

  clock: inDatabase(({ time }, { now }) => {
    if (time === undefined) return skipped('SQLite has no clock of its own.')
    const apart = now - time
    if (Math.abs(apart) <= MOST_SECONDS_APART) return ok("It agrees with the database server's.")
    return problem(
      `It is ${Math.abs(Math.round(apart))} s ${apart > 0 ? 'ahead of' : 'behind'} the database server's.`,
      'Make sure that NTP runs on both machines.',
    )
  }),

  servers: inDatabase(({ hosts }) => {
    if (hosts.length < 2) return skipped('There is one database, and no standby.')
    const writers = hosts.filter(({ state }) => state === 'writes')
    const down = hosts.filter(({ state }) => state === 'down').map(({ name }) => name)
    if (down.length > 0) return problem(`No answer from ${down.join(', ')}.`, 'Start it: there is no spare.')
    if (writers.length > 1) {
      return problem(
        `${writers.map(({ name }) => name).join(' and ')} both take writes.`,
        'Stop all but the current primary now, and rebuild them as standbys of it.',
      )
    }
    if (writers.some(({ synchronousStandbys }) => synchronousStandbys !== '')) {
      return ok('One takes writes, the others follow, and commits wait for a standby.')
    }
    return problem(
      'Commits wait for no standby: those of the last moments are lost with the primary.',
      'Set synchronous_standby_names, or synchronous_mode in Patroni.',
    )
  }),

  nodes: inDatabase(({ nodes }) => {
    if (nodes.length > 0) return ok(`Running: ${nodes.map(({ url }) => url).join(', ')}`)
    return problem('No service is running on this database.', 'Start it, with the same --database.')
  }),

  'disk space'({ database, freeMb = FREE_MB }) {
    if (database.kind !== 'sqlite') return skipped('The disk of PostgreSQL is on its own machine.')
    if (isInMemory(database)) return skipped('The database is in memory.')
    const dir = dirname(database.path)
    if (!existsSync(dir)) return skipped(`There is no folder ${dir}.`)
    const { bavail, bsize } = statfsSync(dir)
    const free = `${Math.floor((bavail * bsize) / 1_000_000)} MB are free in ${dir}.`
    return bavail * bsize >= freeMb * 1_000_000
      ? ok(free)
      : problem(free, 'Make room: with a full disk, key checks are refused.')
  },

  backup({ backupPath, backupHours = BACKUP_HOURS, now }) {
    if (backupPath === undefined) return skipped('Name the file or the folder with --backup.')
    const remedy = 'Run the backup now, and look why it did not run by itself.'
    const info = statSync(backupPath, { throwIfNoEntry: false })
    const files = info?.isDirectory()
      ? readdirSync(backupPath).map((name) => join(backupPath, name))
      : [backupPath]
    const newest = files
      .flatMap((file) => statSync(file, { throwIfNoEntry: false }) ?? [])
      .filter((file) => file.isFile() && file.size > 0)
      .reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs / 1_000), 0)
    if (newest === 0) return problem(`There is no backup in ${backupPath}.`, remedy)
    const hours = Math.round((now - newest) / 3_600)
    const message = `The newest backup is ${hours} hours old.`
    return hours < backupHours ? ok(message) : problem(message, remedy)
  },

  'public URL'({ publicUrl, inspection }, reached) {
    if ('status' in reached) return reached
    if (publicUrl?.protocol !== 'https:') {
      return problem(
        `${publicUrl?.href} is not encrypted, and packaged apps refuse it.`,
        'Put a proxy with TLS in front of the service, and start it with that --public-url.',
      )
    }
    if ('failure' in inspection)
      return skipped('A service answers. Without the database, it is not known whether it is this one.')
    if (inspection.nodes.some(({ id }) => id === reached.node))
      return ok('It reaches this service, over TLS.')
    return problem(
      `Another service answers at ${publicUrl.href}, which does not use this database.`,
      'Correct the DNS, the proxy or --database.',
    )
  },

  'node list': fromOutside(async (url) => {
    const answer = await ask(url, 'sync')
    const nodes = 'text' in answer ? (parsed<SyncRecord>(answer.text)?.nodes ?? []) : []
    const open = nodes.filter((node) => !node.startsWith('https:'))
    if (nodes.length === 0 || open.length > 0) {
      return problem(
        `Apps are sent to ${open.join(', ') || 'no address'}.`,
        'Start every process with --public-url and its https address.',
      )
    }
    const reached = await Promise.all(nodes.map((node) => reach(new URL(node))))
    return (
      reached.find((one): one is Finding => 'status' in one) ?? ok(`Apps are sent to ${nodes.join(', ')}`)
    )
  }),

  'proxy headers': fromOutside(async (url, { proxy }) => {
    if (url.protocol !== 'https:') return skipped('There is no proxy with TLS.')
    if (proxy === 'none') {
      return problem(
        'The proxy does not name the address of the sender: all users share one limit.',
        'Let the proxy set X-Forwarded-For.',
      )
    }
    if (proxy === 'ignored') {
      return problem(
        'The service does not believe the proxy: all users share one limit.',
        'Start the service with --trust-proxy and the address of the proxy.',
      )
    }
    const again = await reach(url, { 'x-forwarded-for': INVENTED_ADDRESS })
    if ('address' in again && again.address === INVENTED_ADDRESS) {
      return problem(
        'The service believes addresses that senders invent, so limits and allow lists have no effect.',
        'Let the proxy replace X-Forwarded-For or add to it, and name only the proxy in --trust-proxy.',
      )
    }
    return ok('The service learns the address of the sender, and no invented one.')
  }),

  'console URL'({ consoleUrl, inspection }) {
    if (consoleUrl === undefined) return skipped('Name it with --console-url.')
    return reachConsole(consoleUrl, 'failure' in inspection ? undefined : inspection.nodes)
  },

  metrics: fromOutside(async (url) => {
    const answer = await ask(url, 'metrics')
    if (!('text' in answer) || !answer.text.includes('latchkey_')) return ok('They are not public.')
    return problem(
      `Everybody can read ${new URL('metrics', url).href}.`,
      'Let the proxy set X-Forwarded-For, or refuse this path.',
    )
  }),
}

const isInMemory = (database: Database): boolean => database.kind === 'sqlite' && database.path === ':memory:'

/** @throws UserError */
function keyBeside(database: Database): Uint8Array {
  if (database.kind !== 'sqlite') throw new UserError(`Set ${SERVICE_KEY_VARIABLE}, as every node has it.`)
  const path = serviceKeyPath(database.path)
  if (existsSync(path)) return readOrCreateServiceKey(path)
  throw new UserError(`Restore ${path}, or set ${SERVICE_KEY_VARIABLE}.`)
}
