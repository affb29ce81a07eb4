import { randomBytes } from 'node:crypto'
import { createServiceKey } from '../../core/security/seal.ts'
import { DEFAULT_SETTINGS } from '../../core/settings.ts'
import { createSqliteStorage } from '../../modules.ts'
import { startServer } from '../../server.ts'
import { testAccount, testProject } from '../../testing/records.ts'
import { newScript } from '../scripts.ts'

/**
 * The real service in a separate process, where any number of scripts may wait and none is ever
 * finished, so that its memory shows how much a waiting script needs. Takes the path of its
 * database, sends its URL, and answers each message with its resident bytes after a garbage
 * collection.
 */
const [, , path = ''] = process.argv
const storage = await createSqliteStorage({ path, seal: createServiceKey(randomBytes(32)) })
await storage.createAccount(testAccount({ plan: 'unlimited' }))
await storage.createProject(testProject())
await storage.createScript(newScript('script', 'project', 'Main'))
const anyNumber = { updates: 10_000, bytes: 2 ** 40 }
const { url } = await startServer({
  challengeKey: randomBytes(32),
  sessionKey: randomBytes(32),
  settings: {
    ...DEFAULT_SETTINGS,
    port: 0,
    requestsPerMinute: 0,
    waitingScripts: { perAccount: anyNumber, inAll: anyNumber },
  },
  storage,
  processScript: () => new Promise(() => {}),
})
process.send?.(url)
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage.rss())
})
