import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { activate, keyField, licensePanel } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

let service: ServiceUnderTest
let app: AppUnderTest

beforeAll(async () => {
  service = await startService()
  app = await launchApp({ env: service.appEnv })
  await app.electron.evaluate(({ webContents }) => {
    const events: string[] = []
    Object.assign(globalThis, { pageEvents: events })
    const [contents] = webContents.getAllWebContents()
    contents?.on('will-prevent-unload', () => events.push('will-prevent-unload'))
    contents?.on('render-process-gone', () => events.push('render-process-gone'))
  })
})
afterAll(async () => {
  await app?.close()
  await service?.close()
})

const pageEvents = (): Promise<readonly string[]> =>
  app.electron.evaluate(() => (globalThis as unknown as { pageEvents: string[] }).pageEvents.splice(0))

/** The address and the process of the page. Works also after a renderer was replaced. */
const shownPage = (): Promise<{ url: string; pid: number }> =>
  app.electron.evaluate(({ webContents }) => {
    const [contents] = webContents.getAllWebContents()
    return { url: contents?.getURL() ?? '', pid: contents?.getOSProcessId() ?? 0 }
  })

/**
 * Opens the product, which then prevents that it is left. Chromium only asks pages that were
 * clicked.
 */
async function openProductThatStays(): Promise<void> {
  await activate(app, service.keys.valid)
  await licensePanel(app).waitFor()
  await app.window.getByRole('textbox', { name: 'Page for today' }).click()
  await app.window.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
}

// The call is not awaited in the page, because the app leaves the page.
const loseLicense = () => app.window.evaluate(() => void window.latchkey.license.forget())

test('a beforeunload cannot keep the product open without a license', async () => {
  await openProductThatStays()
  await loseLicense()
  await keyField(app).waitFor()
  expect(app.window.url()).toBe('app://gate/')
  expect(await pageEvents()).toEqual(['will-prevent-unload'])
})

test('a product that hangs when it is left is replaced by the gate', async () => {
  await openProductThatStays()
  const product = await shownPage()
  await app.window.evaluate(() => {
    const hang = (): never => {
      for (;;);
    }
    // The page hangs after the product has reported that it is ready.
    window.latchkey.product.onClosing(() => void setTimeout(hang))
  })
  await loseLicense()
  await expect.poll(async () => (await shownPage()).url, { timeout: 20_000 }).toBe('app://gate/')
  expect((await shownPage()).pid).not.toBe(product.pid)
  expect(await pageEvents()).toEqual(['render-process-gone'])
  const gate = await app.electron.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()[0]
      ?.executeJavaScript('latchkey.license.view().then(({ kind }) => [kind, history.length])'),
  )
  expect(gate).toEqual(['locked', 1])
})

test('a product that saves has only the calls for that, and a quit does not wait for it', async () => {
  const own = await launchApp({ env: service.appEnv })
  onTestFinished(own.close)
  await activate(own, service.keys['with-export'])
  await licensePanel(own).waitFor()
  await own.electron.evaluate(({ dialog }) => {
    dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' })
  })
  await own.window.evaluate(() => {
    window.latchkey.product.onClosing(async () => {
      const calls = [window.product.saveText(''), window.product.exportPage('')]
      const outcomes = await Promise.allSettled(calls)
      document.title = outcomes.map(({ status }) => status).join()
      await new Promise(() => {})
    })
    void window.latchkey.license.forget()
  })
  await expect.poll(() => own.window.title()).toBe('fulfilled,rejected')
  const exited = once(own.electron.process(), 'exit')
  await own.electron.evaluate(({ app }) => void setImmediate(() => app.quit()))
  expect(await exited).toEqual([0, null])
})
