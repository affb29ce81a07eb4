import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createKeyHelpers } from './key-support.ts'
import {
  axeFindings,
  lookFindings,
  type Opening,
  PAGE_LOOKS,
  picture,
  startConsole,
  tabTo,
} from './support.ts'

const MIB = 1_024 * 1_024
/** The upload is slowed down, so that its stages can be seen on this machine. */
const BYTES_A_SECOND = 2 * MIB
const BROKEN = "const a = 1\nconst b = 2\nconst c = a +* b\nconst d = 4\nconst e = '<b>5</b>'\n"

const console = await startConsole()
const keys = createKeyHelpers(console)
// The demo uploads its script when it starts.
beforeEach(() => expect.poll(async () => (await script()).last_update?.status).toBe('completed'))

const script = async () => (await keys.ask('listScripts', {})).scripts[0]
const version = async (): Promise<string> => (await script()).script_version
const next = (known: string): string => String(Number(known) + 1).padStart(4, '0')

function file(name: string, content: string | Buffer) {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  return { name, mimeType: 'text/javascript', buffer }
}

const open = (look?: Opening): Promise<Page> =>
  console.open(`/projects/${console.service.project}/scripts`, look)
const choose = (page: Page, source: ReturnType<typeof file>) =>
  page.locator('input[type=file]').setInputFiles(source)
const upload = (page: Page) => page.locator('button[type=submit]').click()
const alert = (page: Page) => page.getByRole('alert')
const UPLOADS = '**/v3/projects/*/scripts/*'

test('a script of 4 MiB is uploaded by drop, with stages that move, and its settings with it', async () => {
  const before = await version()
  const page = await open({ isNew: true })
  await page.getByText(`Version ${before}`).waitFor()
  // The text takes a long time to send, but not to protect.
  const text = `/* ${'x'.repeat(4 * MIB - 100)} */\nmodule.exports = 1\n`
  const data = await page.evaluateHandle((source) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([source], 'tides.js'))
    return transfer
  }, text)
  const zone = page.getByRole('region', { name: 'Upload a source' })
  await zone.dispatchEvent('dragover', { dataTransfer: data })
  await page.getByText('Let go to choose this file.').waitFor()
  await zone.dispatchEvent('drop', { dataTransfer: data })
  await page.getByText('tides.js, 4 MiB').waitFor()
  await page.getByRole('switch', { name: 'Silent' }).click()
  const isSilent = await page.getByRole('switch', { name: 'Silent' }).isChecked()

  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: BYTES_A_SECOND }
  await network.send('Network.emulateNetworkConditions', speed)
  // Each read waits until the service has reached the next stage, which may last less than the time
  // between two reads of the page.
  await page.route('**/progress/*', async (route) => {
    let response = await route.fetch()
    while ((await response.json()).reactor_status === 'parsing') response = await route.fetch()
    await route.fulfill({ response })
  })
  await page.evaluate(watchStages)
  await upload(page)
  await page.getByText(/MiB of 4 MiB/).waitFor()
  await picture(page, 'script-sending')
  await page.getByText(`version ${before} became ${next(before)}`).waitFor({ timeout: 45_000 })
  await picture(page, 'script-done')
  expect(await axeFindings(page)).toEqual([])
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect(seen.filter((each) => !each.startsWith('Send '))).toEqual(['Read', 'Protect'])
  // The page has shown the numbers of sent bytes.
  expect(new Set(seen.filter((each) => each.startsWith('Send '))).size).toBeGreaterThan(3)
  expect(await script()).toMatchObject({ script_version: next(before), silent: isSilent })
})

/** Records each stage that the page shows, and the numbers of sent bytes. */
function watchStages(): void {
  const seen: string[] = []
  Object.assign(globalThis, { seen })
  new MutationObserver(() => {
    const step = document.querySelector('[aria-current=step]')
    const name = step?.textContent?.replace(/[●, ]|under way/g, '') ?? ''
    const sent = document.querySelector('progress')?.value
    const text = name === 'Send' ? `Send ${sent}` : name
    if (text !== '' && seen.at(-1) !== text) seen.push(text)
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
}

test('a syntax error is shown at its line and column beside the source, by keyboard alone', async () => {
  const before = await version()
  const page = await open()
  await page.getByText(`Version ${before}`).waitFor()
  page.once('filechooser', (chooser) => chooser.setFiles(file('broken.js', BROKEN)))
  await tabTo(page, 'Choose a file')
  await page.keyboard.press('Enter')
  await page.getByText(`broken.js, ${BROKEN.length} B`).waitFor()
  await tabTo(page, 'Upload')
  await page.keyboard.press('Enter')
  await alert(page).getByText('Line 3, column 14:').waitFor()
  await alert(page).getByText(`Version ${before} is still delivered.`).waitFor()
  const row = alert(page).locator('tr[aria-current]')
  expect(await row.textContent()).toBe('3const c = a +* b')
  expect(await row.locator('mark').textContent()).toBe('*')
  expect(await alert(page).locator('tr').count()).toBe(5)
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'script-syntax-error')

  // The person chooses the corrected file with the same name.
  const right = file('broken.js', BROKEN.replace('a +* b', 'a'))
  page.once('filechooser', (chooser) => chooser.setFiles(right))
  await tabTo(page, 'Choose a file')
  await page.keyboard.press('Enter')
  await page.getByText(`broken.js, ${BROKEN.length - 5} B`).waitFor()
  await tabTo(page, 'Upload')
  await page.keyboard.press('Enter')
  await page.getByText(`version ${before} became ${next(before)}`).waitFor()
  expect(await version()).toBe(next(before))
})

test('files that cannot be a source are refused before anything is sent', async () => {
  const page = await open()
  await upload(page)
  await alert(page).getByText('Choose a file first.').waitFor()
  await choose(page, file('large.js', 'x'.repeat(4 * MIB + 1)))
  await alert(page).getByText('takes at most 4 MiB').waitFor()
  await picture(page, 'script-too-large')
  await choose(page, file('empty.js', ''))
  await alert(page).getByText('This file is empty.').waitFor()
  await choose(page, file('picture.js', Buffer.from([0x89, 0x50, 0xff, 0xfe])))
  await alert(page).getByText('not text in UTF-8').waitFor()
  await choose(page, file('right.js', 'module.exports = 2'))
  await page.getByText('right.js, 18 B').waitFor()
  expect(await alert(page).count()).toBe(0)
})

test('413, of the service or of a proxy, says that trying again does not help', async () => {
  const page = await open()
  await choose(page, file('some.js', 'module.exports = 3'))
  const body = JSON.stringify({ success: false, message: 'too large', code: 'SCRIPT_TOO_LARGE' })
  await page.route(UPLOADS, (route) => route.fulfill({ status: 413, contentType: 'application/json', body }))
  await upload(page)
  await alert(page).getByText('too large for this service (413)').waitFor()
  await page.unroute(UPLOADS)
  await page.route(UPLOADS, (route) =>
    route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' }),
  )
  await upload(page)
  await alert(page).getByText('client_max_body_size').waitFor()
  await picture(page, 'script-too-large-for-proxy')
  expect(await axeFindings(page)).toEqual([])
})

test('of a full queue the page says how long to wait, and keeps the file', async () => {
  const before = await version()
  const page = await open()
  await choose(page, file('queued.js', 'module.exports = 4'))
  const body = JSON.stringify({ success: false, message: 'full', code: 'TOO_MANY_OF_ACCOUNT_WAITING' })
  const headers = { 'retry-after': '30' }
  await page.route(UPLOADS, (route) =>
    route.fulfill({ status: 429, contentType: 'application/json', headers, body }),
  )
  await upload(page)
  await alert(page).getByText('The queue is full').waitFor()
  await alert(page).getByText('Try again in 30 seconds.').waitFor()
  await picture(page, 'script-queue-full')
  await page.unroute(UPLOADS)
  await page.getByText('queued.js').waitFor()
  await upload(page)
  await page.getByText(`version ${before} became ${next(before)}`).waitFor()
})

test('after a 504 the page looks, and finds the update that the service has', async () => {
  const before = await version()
  const page = await open()
  await choose(page, file('late.js', 'module.exports = 5'))
  await page.route(UPLOADS, async (route) => {
    // The service accepts the upload, but the proxy does not wait for the answer.
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504</h1>' })
  })
  await upload(page)
  await page.getByText('A proxy gave up waiting (504)').waitFor()
  await picture(page, 'script-504')
  await page.getByText(`version ${before} became ${next(before)}`).waitFor()
  expect(await version()).toBe(next(before))
})

test('an upload that broke off says what was sent, and that the version is the same', async () => {
  const before = await version()
  const page = await open({ isNew: true })
  await page.clock.install()
  await choose(page, file('broke.js', `// ${'y'.repeat(100_000)}\nmodule.exports = 6`))
  await page.route(UPLOADS, (route) => route.abort('connectionreset'))
  await upload(page)
  await page.getByText('The connection broke off.').waitFor()
  // The page looks for the update several times, for some seconds.
  await expect
    .poll(async () => {
      await page.clock.fastForward(1_500)
      return alert(page).getByText('no update began').count()
    })
    .toBe(1)
  expect(await alert(page).textContent()).toContain(`Version ${before} is still delivered.`)
  expect(await alert(page).textContent()).toMatch(/: [\d.]+ (B|KiB) of 97\.\d KiB were sent/)
  await picture(page, 'script-broke-off')
  expect(await version()).toBe(before)
  await page.unroute(UPLOADS)
  await upload(page)
  await page.getByText(`version ${before} became ${next(before)}`).waitFor()
})

test('an upload is cancelled while it is sent, and nothing of it arrives', async () => {
  const before = await version()
  const page = await open({ isNew: true })
  await choose(page, file('slow.js', `// ${'z'.repeat(2 * MIB)}\nmodule.exports = 7`))
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await network.send('Network.emulateNetworkConditions', speed)
  await upload(page)
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  await alert(page).getByText('no update began').waitFor({ timeout: 30_000 })
  expect(await version()).toBe(before)
})

test('somebody who may not upload sees the script', async () => {
  const page = await open({ role: 'read-only' })
  await page.getByText('Only an owner uploads sources').waitFor()
  expect(await page.locator('input[type=file]').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
})

test.each(PAGE_LOOKS)(
  'the page of a script is clean in $locale at $width px, light and dark',
  async (look) => {
    const page = await open(look)
    await page.locator('form').waitFor()
    await choose(page, file('unclean.js', `${BROKEN}${'long '.repeat(60)}`))
    expect(await lookFindings(page, `script-chosen-${look.locale}`)).toEqual([])
    await upload(page)
    await alert(page).locator('tr').first().waitFor()
    expect(await lookFindings(page, `script-refused-${look.locale}`)).toEqual([])
  },
)
