/** The service without the signatures of its answers. Usage: node unsigned-service.ts DATABASE */
import { randomBytes } from 'node:crypto'
import { createLog } from '../../../packages/service/src/operations/log.ts'
import { startServer } from '../../../packages/service/src/server.ts'
import { DEFAULT_SETTINGS } from '../../../packages/service/src/settings.ts'
import { openStorage } from '../../../packages/service/src/storage/open.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const { storage } = await openStorage(databaseUrl, process.env)
const { url, stop } = await startServer({
  settings: { ...DEFAULT_SETTINGS, databaseUrl, port: 0, checksPerMinute: 0, requestsPerMinute: 0 },
  storage,
  log: createLog('warn'),
  challengeKey: randomBytes(32),
  sessionKey: randomBytes(32),
  signing: { signersOf: () => [] },
})
process.on('SIGTERM', () => void stop())
process.stdout.write(`${JSON.stringify({ url })}\n`)
