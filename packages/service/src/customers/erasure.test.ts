import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient } from '@latchkey/vendor'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli, startServiceProcess } from '../testing/service-process.ts'
import { addLinks, EMAIL, eraseSomebody, OTHER, tracesIn } from './testing/erase-somebody.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-erasure-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('leaves no trace in the file, its log, its mail folder, the log of the service and later backups', async () => {
  const path = join(dir, 'live.sqlite')
  const service = await startServiceProcess(['--database', `sqlite:${path}`, '--log-level', 'trace'])
  const { url, apiKey, project } = service.demo
  const client = createVendorClient({ baseUrl: url, apiKey, projectId: project })
  const tracesInFiles = () =>
    ['', '-wal', '-shm']
      .filter((suffix) => existsSync(path + suffix))
      .flatMap((suffix) => tracesIn(readFileSync(path + suffix, 'utf8')))
  const receivers = () => {
    const mails = readdirSync(join(dir, 'mail')).map((name) => readFileSync(join(dir, 'mail', name), 'utf8'))
    return mails.map((mail) => /^To: .*?([^\s<]+@[^\s>]+)/m.exec(mail)?.[1]).toSorted()
  }

  await eraseSomebody(client, async () => {
    await addLinks(`sqlite:${path}`, process.env, project)
    expect(tracesInFiles()).toContain(EMAIL.toLowerCase())
    // Nobody has the earlier address any more.
    expect(receivers()).toEqual([EMAIL, EMAIL, OTHER, OTHER])
  })
  expect(tracesInFiles()).toEqual([])
  expect(receivers()).toEqual([OTHER, OTHER])
  const backup = join(dir, 'later.sqlite')
  expect(await runCli(['backup', '--database', `sqlite:${path}`, '--to', backup])).toMatchObject({ code: 0 })
  expect(tracesIn(readFileSync(backup, 'utf8'))).toEqual([])
  const { stderr } = await service.stop('SIGKILL')
  expect(stderr).toContain('listening')
  expect(tracesIn(stderr)).toEqual([])
  expect(tracesInFiles()).toEqual([])
})
