import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient } from '@latchkey/vendor'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli, startServiceProcess } from '../testing/service-process.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-erasure-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const [EMAIL, EARLIER] = ['Annalena.Quist@example.org', 'quist.earlier@example.net']
const NAME = 'Annalena Quist-Öberg'
const TRACES = [EMAIL, EARLIER, NAME, 'Quist', 'quist', 'QUIST', 'Annalena']

test('leaves no trace in the file, its log, the logs of the service and later backups', async () => {
  const path = join(dir, 'live.sqlite')
  const service = await startServiceProcess(['--database', `sqlite:${path}`, '--log-level', 'trace'])
  const { url, apiKey, project } = service.demo
  const client = createVendorClient({ baseUrl: url, apiKey, projectId: project })
  const tracesIn = (text: string): string[] => TRACES.filter((trace) => text.includes(trace))
  const tracesInFiles = () =>
    ['', '-wal', '-shm']
      .filter((suffix) => existsSync(path + suffix))
      .flatMap((suffix) => tracesIn(readFileSync(path + suffix, 'utf8')))

  const customer = { customer_email: EARLIER, customer_name: NAME }
  await client.createUser({ body: { ...customer, note: `For ${NAME}` } })
  // The notes are so long that they need pages of their own. One of them was replaced before.
  const vendor_note = `${'x'.repeat(400)} ${EMAIL} ${NAME} ${EMAIL.toUpperCase()} ${'y'.repeat(400)}`
  const keys = Array.from({ length: 300 }, (_, at) => ({
    user_key: `IMPORTED-${at}`,
    vendor_note,
    ...(at % 2 === 0 && customer),
  }))
  const imported = await client.importKeys({ body: { keys } })
  expect(imported).toMatchObject({ kind: 'ok', value: { created: 300 } })
  const replaced =
    imported.kind === 'ok' ? imported.value.results.slice(0, 100).map((one) => one.user_key) : []
  await client.changeKeys({ body: { action: 'note', vendor_note: 'Nothing', user_keys: replaced } })
  await client.createUser({ body: { customer_email: EMAIL, customer_name: NAME } })
  const listed = await client.listCustomers({ query: { search: 'quist' } })
  const [into, first] = listed.kind === 'ok' ? listed.value.customers : []
  expect([into?.email, first?.email]).toEqual([EMAIL, EARLIER])
  await client.joinCustomers({ body: { id: first?.id ?? '', into: into?.id ?? '' } })
  expect(tracesInFiles()).toContain(EMAIL)

  const erased = await client.eraseCustomer({ query: { email: EMAIL.toLowerCase() } })
  expect(erased).toMatchObject({
    kind: 'ok',
    value: { notes: 201, in_log: false, message: 'The customer was erased.' },
  })
  expect(tracesInFiles()).toEqual([])
  const backup = join(dir, 'later.sqlite')
  expect(await runCli(['backup', '--database', `sqlite:${path}`, '--to', backup])).toMatchObject({ code: 0 })
  expect(tracesIn(readFileSync(backup, 'utf8'))).toEqual([])
  const { stderr } = await service.stop('SIGKILL')
  expect(stderr).toContain('listening')
  expect(tracesIn(stderr)).toEqual([])
  expect(tracesInFiles()).toEqual([])
})
