import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { MailServer } from '../../core/settings.ts'
import { freePort } from '../../testing/free-port.ts'
import { NOW } from '../../testing/records.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../../testing/test-service.ts'
import { type MailContent, type MailKind, mailItem } from '../mail.ts'
import { refusal, startSmtpServer, type TestSmtpServer } from './smtp-server.ts'

const FROM = 'licenses@vendor.example'
export const CONTENT: MailContent = {
  to: { email: 'ada@example.org', name: 'Ada' },
  keys: [],
  end: 0,
  path: '',
}

/**
 * Tests mail with a real SMTP server: by one node on SQLite, and by several nodes on PostgreSQL.
 */
export function describeMail(): void {
  describe('mail over SMTP', () => {
    const stops: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const stop of stops.splice(0).toReversed()) await stop()
    })

    const startSmtp = async (...given: Parameters<typeof startSmtpServer>): Promise<TestSmtpServer> => {
      const smtp = await startSmtpServer(...given)
      stops.push(smtp.stop)
      return smtp
    }
    const start = async (server: MailServer, options: TestServiceOptions = {}): Promise<TestService> => {
      const service = await startTestService({
        ...options,
        settings: { mail: { kind: 'smtp', server, from: FROM }, publicUrl: 'https://license.example/' },
        server: { outbox: { lookEveryMs: 10, sendWithinMs: 6_000 } },
      })
      stops.push(service.stop)
      return service
    }
    const queue = async (
      { storage, project }: TestService,
      content: Partial<MailContent> = {},
      kind: MailKind = 'key',
    ) => {
      const id = randomUUID()
      expect(
        await storage.queueItem(project.id, mailItem(id, kind, { ...CONTENT, ...content }, { now: NOW })),
      ).toBe('queued')
      return id
    }
    const find = (service: TestService, id: string) => service.storage.findOutboxEntry('project', 'mail', id)
    const ended = (service: TestService, id: string) =>
      expect.poll(async () => (await find(service, id))?.state)
    const tried = (service: TestService, id: string, answer: RegExp) =>
      expect
        .poll(() => find(service, id))
        .toMatchObject({ state: 'waiting', tries: 1, answer: expect.stringMatching(answer) })

    test('sends each mail once, over TLS, with a stable ID and the name of the project', async () => {
      for (const secure of [true, false]) {
        const smtp = await startSmtp({ secure })
        const service = await start(smtp.server, { project: { name: 'Häfen & Söhne' } })
        const key = 'k'.repeat(32)
        const ids = []
        for (let n = 0; n < 8; n += 1) ids.push(await queue(service, { keys: [key] }))
        for (const id of ids) await ended(service, id).toBe('sent')
        expect(smtp.ids().toSorted()).toEqual(ids.toSorted())
        const [first] = smtp.received
        expect(first).toMatchObject({ from: FROM, to: ['ada@example.org'], isEncrypted: true })
        expect(first?.source).toMatch(/^From: =\?UTF-8\?\S+ <licenses@vendor\.example>\r$/m)
        expect(first?.source).toContain(key)
        expect((await find(service, ids[0] ?? ''))?.answer).toMatch(/^250 /)
      }
    })

    test('tries again what a server did not take, and gives up what it refuses for good', async () => {
      let isWell = false
      const smtp = await startSmtp({
        onRcptTo({ address }, _session, done) {
          if (address.startsWith('unknown')) return done(refusal(550, 'No such user'))
          done(!isWell && address.startsWith('later') ? refusal(451, 'Try later') : null)
        },
        beforeData({ envelope }, cutOff) {
          if (!isWell && envelope.rcptTo[0]?.address.startsWith('cut')) cutOff()
        },
        afterData({ to }) {
          if (to[0]?.startsWith('spam')) throw refusal(554, 'Looks like spam')
          if (!isWell && to[0]?.startsWith('full')) throw refusal(452, 'Disk full')
        },
      })
      const service = await start(smtp.server)
      const to = (name: string) => queue(service, { to: { email: `${name}@example.org`, name: '' } })
      const [works, later, cut, full] = [
        await to('works'),
        await to('later'),
        await to('cut'),
        await to('full'),
      ]
      const [unknown, spam] = [await to('unknown'), await to('spam')]
      await ended(service, works).toBe('sent')
      for (const [id, answer] of [
        [unknown, '550 No such user'],
        [spam, '554 Looks like spam'],
      ] as const) {
        await ended(service, id).toBe('given-up')
        expect(await find(service, id)).toMatchObject({ reason: 'refused', answer, tries: 1 })
      }
      await tried(service, later, /^451 Try later/)
      await tried(service, full, /^452 Disk full/)
      await tried(service, cut, /closed|reset/i)
      isWell = true
      service.clock.now += 3_600
      for (const id of [later, cut, full]) await ended(service, id).toBe('sent')
      // A mail that a server has read and then refused is not counted as received.
      for (const id of [works, later, cut]) expect(smtp.ids().filter((one) => one === id)).toHaveLength(1)
    })

    test('does not send the password or a mail over a connection that cannot be trusted', async () => {
      const smtp = await startSmtp()
      const { ca: _, ...untrusted } = smtp.server
      const service = await start(untrusted)
      await tried(service, await queue(service), /certificate/i)
      // By this name it is not this machine, so STARTTLS is needed.
      const open = await startSmtp({ disabledCommands: ['STARTTLS'] })
      const other = await start({ ...open.server, host: '0.0.0.0' })
      await tried(other, await queue(other), /STARTTLS/)
      const wrong = await start({ ...smtp.server, password: 'wrong' })
      await tried(wrong, await queue(wrong), /^535 /)
      expect([...smtp.received, ...open.received]).toEqual([])
    })

    test('waits for a server that is away or hangs, and key checks do not', async () => {
      const port = await freePort()
      const { server } = await startSmtp()
      const service = await start({ ...server, port })
      const id = await queue(service)
      await tried(service, id, /ECONNREFUSED/)
      const smtp = await startSmtp({}, port)
      service.clock.now += 3_600
      await ended(service, id).toBe('sent')
      expect(smtp.ids()).toEqual([id])

      const silent = createServer(() => undefined).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      stops.push(async () => void silent.close())
      const hanging = await start({ ...server, port: (silent.address() as { port: number }).port })
      const hung = await queue(hanging)
      const key = await hanging.addLicense()
      expect((await hanging.check({ key })).body).toMatchObject({ code: 'KEY_VALID' })
      await tried(hanging, hung, /timeout/i)
    })

    test('lets nobody add a header, a receiver or a link by a name or an address', async () => {
      const smtp = await startSmtp()
      const service = await start(smtp.server, {
        project: { name: 'App\r\nBcc: evil@example.net\r\n\r\nHi' },
      })
      const names = [
        'Ada\r\nBcc: x@example.net',
        '"x" <x@example.net>, y',
        'a\u2028b',
        'Visit https://evil.example/now <b>',
      ]
      for (const name of names)
        await ended(service, await queue(service, { to: { email: 'ada@example.org', name } })).toBe('sent')
      const bad = [
        'ada@example.org\r\nBcc: x@example.net',
        'a@example.org>\r\nRCPT TO:<x@example.net',
        'a@b, c@d',
      ]
      for (const email of bad)
        await ended(service, await queue(service, { to: { email, name: '' } })).not.toBe('waiting')
      for (const { source, to } of smtp.received) {
        expect(to).toHaveLength(1)
        const [head = '', ...body] = source.split('\r\n\r\n')
        expect(head).not.toMatch(/^(bcc|cc):/im)
        expect(body.join()).not.toContain('https://evil.example')
        expect(source.slice(source.indexOf('text/html'))).not.toContain('<b>')
      }
      expect(smtp.received.filter(({ to }) => to[0] === 'ada@example.org').length).toBeGreaterThanOrEqual(
        names.length,
      )
    })

    test('puts the link of a token into its mail, which expires', async () => {
      const smtp = await startSmtp({ onRcptTo: (_address, _session, done) => done(refusal(451, 'Later')) })
      const service = await start(smtp.server)
      const id = await queue(service, { path: 'my/project/#token' }, 'sign-in')
      await tried(service, id, /^451/)
      service.clock.now += 900
      await service.settled()
      expect(await find(service, id)).toMatchObject({ state: 'given-up', reason: 'expired', tries: 1 })
      const well = await startSmtp()
      const other = await start(well.server)
      await ended(other, await queue(other, { path: 'my/project/#token' }, 'sign-in')).toBe('sent')
      expect(well.received[0]?.source.replaceAll('=\r\n', '')).toContain(
        'https://license.example/my/project/#token',
      )
    })
  })
}
