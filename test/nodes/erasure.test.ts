import { createVendorClient } from '@latchkey/vendor'
import { expect, test } from 'vitest'
import { connect } from '../../packages/service/src/core/storage/postgres/database.ts'
import {
  addLinks,
  eraseSomebody,
  OTHER,
  tracesIn,
} from '../../packages/service/src/customers/testing/erase-somebody.ts'
import { CREDENTIALS, refusal, startSmtpServer } from '../../packages/service/src/mail/testing/smtp-server.ts'
import { createDatabase } from '../../packages/service/src/testing/postgres-database.ts'
import { startServiceProcess } from '../../packages/service/src/testing/service-process.ts'

test('leaves no trace in any row, the answers of the mail server among them, and in the log of the service', async () => {
  await using database = await createDatabase()
  let tries = 0
  const smtp = await startSmtpServer({
    afterData({ to: [address] }) {
      if (address === OTHER) return
      tries += 1
      // One mail goes on waiting, the others are given up.
      throw refusal(tries === 1 ? 450 : 550, `<${address}> takes no mail`)
    },
  })
  const { user, password } = CREDENTIALS
  const mail = `smtp://${user}@127.0.0.1:${smtp.server.port}`
  const words = ['--database', database.url, '--mail', mail, '--mail-from', 'licenses@vendor.example']
  const environment = {
    LATCHKEY_SERVICE_KEY: 'f'.repeat(64),
    LATCHKEY_MAIL_PASSWORD: password,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  }
  const service = await startServiceProcess([...words, '--log-level', 'trace'], environment)
  const { url, apiKey, project } = service.demo
  const connection = await connect(database.url)
  const traces = async (): Promise<readonly string[]> => {
    const { rows } = await connection.query("select tablename from pg_tables where schemaname = 'public'")
    const found: string[] = []
    for (const { tablename } of rows) {
      // A row as text has bytes in hexadecimal digits.
      const { rows: texts } = await connection.query(`select t::text as text from "${tablename}" t`)
      for (const { text } of texts) {
        const bytes = String(text).replaceAll(/\\x((?:[0-9a-f]{2})+)/g, (_, hex) =>
          Buffer.from(hex, 'hex').toString(),
        )
        if (tracesIn(bytes).length > 0) found.push(String(tablename))
      }
    }
    return [...new Set(found)].toSorted()
  }
  await eraseSomebody(createVendorClient({ baseUrl: url, apiKey, projectId: project }), async () => {
    await addLinks(database.url, environment, project)
    expect(await traces()).toEqual(['customer_links', 'customers', 'licenses', 'outbox'])
  })
  expect(await traces()).toEqual([])
  await connection.close()
  const { stderr } = await service.stop('SIGTERM')
  await smtp.stop()
  expect(stderr).toContain('listening')
  expect(tracesIn(stderr)).toEqual([])
})
