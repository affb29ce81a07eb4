import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { afterEach, expect, test } from 'vitest'
import { GatePage } from '../gate/GatePage.tsx'
import { LicensePanel } from '../license/LicensePanel.tsx'
import { de } from '../messages/de.ts'
import { en } from '../messages/en.ts'
import { type FakeBridgeState, LICENSED, REQUEST, SERVICE_TIME } from '../testing/fake-bridge.ts'
import { renderApp } from '../testing/render-app.tsx'
import { OfflineDialog } from './OfflineDialog.tsx'

const KEY = 'kJdLwPqAzXmNbVcRtYuIoPaSdFgHjKlQ'
const TAKES_FILES = { info: { takesFiles: true } }

afterEach(cleanup)

const button = (name: string) => screen.getByRole('button', { name })
const fileField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'License file' })

async function openDialog(state: FakeBridgeState = {}) {
  let closed = 0
  const onClose = () => {
    closed += 1
  }
  const shown = await renderApp(<OfflineDialog keyText={KEY} onClose={onClose} />, state)
  return { ...shown, closed: () => closed }
}

test('the gate opens it with the key in its field, in an app that can verify files', async () => {
  const { calls } = await renderApp(<GatePage />, TAKES_FILES)
  fireEvent.change(screen.getByRole('textbox', { name: 'License key' }), { target: { value: KEY } })
  fireEvent.click(button('This computer has no internet'))
  expect(await screen.findByRole('dialog', { name: 'License without internet' })).toBeTruthy()
  expect(calls).toContainEqual(['requestFile', KEY])
})

test('the gate of another app has no such button', async () => {
  await renderApp(<GatePage />)
  expect(screen.queryByRole('button', { name: 'This computer has no internet' })).toBeNull()
})

test('shows the request as a text, and as a QR code that a reader reads', async () => {
  const { calls } = await openDialog()
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Activation request' })
  expect(text.value).toBe(REQUEST)
  const code = screen.getByRole('img', { name: 'The activation request as a QR code' })
  expect(read(code)).toBe(REQUEST)
  fireEvent.click(button('Copy request'))
  fireEvent.click(button('Save request'))
  expect(calls).toEqual([['requestFile', KEY], ['copyRequest'], ['saveRequest']])
})

/** Draws the path of the code, four pixels for a module, and reads it. */
function read(code: HTMLElement): string {
  const scale = 4
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]) * scale
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y] of code
    .querySelector('path')
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)/g) ?? []) {
    for (let at = 0; at < scale * scale; at += 1) {
      const row = Number(y) * scale + Math.floor(at / scale)
      const column = Number(x) * scale + (at % scale)
      data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3)
    }
  }
  return decodeQR({ width: size, height: size, data })
}

test('uses a file that is pasted, dropped or opened, and closes', async () => {
  const { calls, closed } = await openDialog()
  const field = await fileField()
  fireEvent.change(field, { target: { value: 'a.b.c' } })
  fireEvent.click(button('Use license file'))
  await waitFor(() => expect(closed()).toBe(1))
  const file = new File(['d.e.f'], 'license.txt')
  fireEvent.drop(field, { dataTransfer: { files: [file] } })
  await waitFor(() => expect(closed()).toBe(2))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  fireEvent.change(input ?? field, { target: { files: [file] } })
  await waitFor(() => expect(closed()).toBe(3))
  expect(calls.filter(([name]) => name === 'openFile')).toEqual([
    ['openFile', 'a.b.c', KEY],
    ['openFile', 'd.e.f', KEY],
    ['openFile', 'd.e.f', KEY],
  ])
})

test.each(Object.keys(en.offline.problems) as (keyof typeof en.offline.problems)[])(
  'says what to do about a file with the problem %s, and stays open',
  async (kind) => {
    const { closed } = await openDialog({ file: { kind } })
    fireEvent.change(await fileField(), { target: { value: 'a.b.c' } })
    fireEvent.click(button('Use license file'))
    const alert = await screen.findByRole('alert')
    expect(alert.dataset['code']).toBe(kind)
    expect(alert.textContent).toBe(en.offline.problems[kind].title + en.offline.problems[kind].text)
    expect(closed()).toBe(0)
    // Another file is another try.
    fireEvent.change(await fileField(), { target: { value: 'x' } })
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('each problem has its own words', () => {
  for (const { offline } of [en, de]) {
    const texts = Object.values(offline.problems).map(({ title, text }) => `${title} ${text}`)
    expect(new Set(texts).size).toBe(texts.length)
  }
})

test('refuses a file that no license can be, without the main process', async () => {
  const { calls } = await openDialog()
  const file = new File(['x'.repeat(70_000)], 'film.mp4')
  fireEvent.drop(await fileField(), { dataTransfer: { files: [file] } })
  expect((await screen.findByRole('alert')).dataset['code']).toBe('not-a-license')
  expect(calls).toEqual([['requestFile', KEY]])
})

test('asks for the key first', async () => {
  await openDialog({ request: { kind: 'no-key' } })
  expect((await screen.findByRole('alert')).textContent).toContain('Enter your license key first')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the panel shows the end of the file, and offers a new request when it is near', async () => {
  const offlineUntil = SERVICE_TIME + 20 * 86_400
  const view = { ...LICENSED, source: 'file', offlineUntil, isRenewalDue: true } as const
  const { push } = await renderApp(<LicensePanel />, { ...TAKES_FILES, view })
  expect(screen.getByText('License file ends')).toBeTruthy()
  expect(screen.getByText('Licensed by a file, without internet')).toBeTruthy()
  fireEvent.click(button('Request a new file'))
  expect(await screen.findByRole('dialog', { name: 'License without internet' })).toBeTruthy()
  // Why a new key was not accepted is more important.
  await push({ ...view, notice: { kind: 'refused', code: 'KEY_INCORRECT', message: '' } })
  expect(screen.getByRole('alert').dataset['code']).toBe('KEY_INCORRECT')
  await push({ ...view, isRenewalDue: false })
  expect(screen.queryByRole('button', { name: 'Request a new file' })).toBeNull()
})
