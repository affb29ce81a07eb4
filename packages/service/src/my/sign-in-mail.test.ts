import { expect, onTestFinished, test } from 'vitest'
import { startSmtpServer } from '../mail/testing/smtp-server.ts'
import { ask } from '../testing/ask.ts'
import { startTestService } from '../testing/test-service.ts'
import { openCustomerBrowser } from './testing/customer-browser.ts'

test('a mail over SMTP has the link and the code, in the language of the page and the look of the project', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(smtp.stop)
  const service = await startTestService({
    settings: {
      mail: { kind: 'smtp', server: smtp.server, from: 'licenses@vendor.example' },
      publicUrl: 'https://license.example/base/',
    },
    project: { name: 'Harbour' },
    server: { outbox: { lookEveryMs: 10 } },
  })
  onTestFinished(() => service.stop())
  await ask(service, 'changeCustomerPage', { body: { on: true } })
  await ask(service, 'changeMailSettings', { body: { color: '#aa0000', support: 'help@vendor.example' } })
  await ask(service, 'createKeys', { body: { count: 1, customer_email: 'Ann@example.org' } })

  for (const [at, language, code, subject] of [
    [0, 'de', /Oder geben Sie diesen Code/, /^Subject: Ihre Lizenzen =\?|^Subject: .*Harbour/m],
    [1, 'en', /Or enter this code/, /^Subject: .*Harbour/m],
  ] as const) {
    const browser = openCustomerBrowser(service)
    for (const email of ['nobody@example.org', 'ann@EXAMPLE.org']) {
      await browser.send('requestSignIn', { body: { email, language } })
    }
    await expect.poll(() => smtp.received.length).toBe(at + 1)
    const mail = smtp.received[at]
    expect(mail?.to).toEqual(['Ann@example.org'])
    const source = (mail?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(source).toMatch(subject)
    expect(source).toMatch(code)
    expect(source).toContain('#aa0000')
    expect(source).toMatch(/^Reply-To: help@vendor\.example\r$/m)
    const [, token = ''] =
      /https:\/\/license\.example\/base\/my\/project\/#in\/([\w-]{43})\b/.exec(source) ?? []
    const [typed = ''] = /\b[B-Z]{4}-[B-Z]{4}\b/.exec(source) ?? []
    const answer =
      language === 'de'
        ? await browser.send('signInByMailCode', { body: { code: typed } })
        : await openCustomerBrowser(service).send('signInByMailLink', { body: { token } })
    expect(answer.body.success).toBe(true)
  }
})
