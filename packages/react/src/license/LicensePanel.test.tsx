import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LICENSED, SERVICE_TIME } from '../testing/fake-bridge.ts'
import { renderApp } from '../testing/render-app.tsx'
import { LicensePanel } from './LicensePanel.tsx'

const KEY = 'kJdLwPqAzXmNbVcRtYuIoPaSdFgHjKlQ'
const region = () => screen.getByRole('region', { name: 'License' })
const value = (term: string): string | null | undefined =>
  within(region()).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

afterEach(cleanup)

test('shows note, end, time left and executions of a valid license', async () => {
  await renderApp(<LicensePanel />, { view: LICENSED })
  expect(region().dataset['code']).toBe('KEY_VALID')
  expect(value('Note')).toBe(LICENSED.note)
  expect(value('Expires')).toMatch(/11 Dec 2026.*20 days left/)
  expect(value('Executions')).toBe('1,234')
})

test('shows a license without an end and without a note as what it is', async () => {
  await renderApp(<LicensePanel />, { view: { ...LICENSED, expiresAt: 'never', note: '' } })
  expect(value('Expires')).toBe('Never')
  expect(value('Note')).toBe('None')
})

test('shows the start of a long note, and all of it when asked', async () => {
  const messages = 'Floating license of the third floor. '.repeat(30).trim()
  const note = () =>
    within(region()).getByText('Note', { selector: 'dt' }).nextElementSibling?.querySelector('p')
  // One long word, and one that a cut would part within a character.
  for (const text of [messages, 'x'.repeat(1024), `${'x'.repeat(99)}${'😀'.repeat(200)}`]) {
    await renderApp(<LicensePanel />, { view: { ...LICENSED, note: text } })
    const rest = note()?.querySelector('span')
    expect(rest?.hidden).toBe(true)
    expect(note()?.firstChild?.textContent?.length).toBeLessThanOrEqual(100)
    expect(note()?.firstChild?.textContent?.isWellFormed()).toBe(true)
    press('Show all')
    expect(rest?.hidden).toBe(false)
    expect(note()?.textContent).toBe(text)
    expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
    cleanup()
  }
  await renderApp(<LicensePanel />, { view: { ...LICENSED, note: messages.slice(0, 130) } })
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test('counts down from the service’s time, whatever this computer’s date says', async () => {
  await renderApp(<LicensePanel />, { view: { ...LICENSED, serviceTime: SERVICE_TIME + 20 * 86_400 - 60 } })
  expect(value('Expires')).toContain('1 hour left')
})

test('asks for one check at a time', async () => {
  const { calls, push } = await renderApp(<LicensePanel />, { view: LICENSED })
  press('Check again')
  await push({ ...LICENSED, isChecking: true })
  press('Check again')
  expect(calls).toEqual([['checkAgain']])
})

test('says until when a license counts that could not be confirmed', async () => {
  await renderApp(<LicensePanel />, {
    view: { ...LICENSED, source: 'grace', graceEndsAt: SERVICE_TIME + 2 * 86_400 },
  })
  expect(region().textContent).toMatch(/go on working until 23 Nov 2026/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('removes the key only after it was said what that means', async () => {
  const { calls } = await renderApp(<LicensePanel />, { view: LICENSED })
  press('Remove key')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  press('Remove key')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove key' }))
  expect(calls).toEqual([['forget']])
})

test('keeps the present license when the new key is refused, and closes when it is confirmed', async () => {
  const { calls, push } = await renderApp(<LicensePanel />, { view: LICENSED })
  press('Change key')
  fireEvent.change(screen.getByRole('textbox', { name: 'License key' }), { target: { value: KEY } })
  press('Activate')
  expect(calls).toEqual([['activate', KEY]])
  await push({ ...LICENSED, isChecking: true })
  await push({ ...LICENSED, notice: { kind: 'refused', code: 'KEY_INCORRECT', message: 'No such key.' } })
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('alert').dataset['code']).toBe('KEY_INCORRECT')
  fireEvent.click(dialog.getByRole('button', { name: 'Activate' }))
  await push({ ...LICENSED, isChecking: true })
  await push({ ...LICENSED, note: 'New' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(value('Note')).toBe('New')
})

test('stays open when the check of a new key is cancelled, and does not repeat what it said once closed', async () => {
  const { calls, push } = await renderApp(<LicensePanel />, { view: LICENSED })
  press('Change key')
  fireEvent.change(screen.getByRole('textbox', { name: 'License key' }), { target: { value: KEY } })
  press('Activate')
  await push({ ...LICENSED, isChecking: true })
  press('Cancel')
  await push({ ...LICENSED })
  expect(calls.at(-1)).toEqual(['cancel'])
  expect(screen.getByRole('dialog')).toBeDefined()
  press('Activate')
  await push({ ...LICENSED, notice: { kind: 'refused', code: 'KEY_BANNED', message: '' } })
  press('Close')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says that the license is as it was when a new key was not taken, and enters that once more', async () => {
  const { calls } = await renderApp(<LicensePanel />, {
    view: { ...LICENSED, notice: { kind: 'unreachable', failure: { kind: 'timed-out', details: [] } } },
  })
  expect(screen.queryByText('Confirmed by the license service')).toBeNull()
  expect(screen.getByText('Still valid. The new key was not confirmed.')).toBeDefined()
  press('Try again')
  expect(screen.getByRole('dialog', { name: 'Change key' })).toBeDefined()
  expect(calls).toEqual([])
  press('Close')
  expect(screen.getByText('Confirmed by the license service')).toBeDefined()
})

test('keeps what was known in sight when the license is lost, and no longer calls it valid', async () => {
  const { push } = await renderApp(<LicensePanel />, { view: LICENSED })
  await push({ kind: 'refused', code: 'KEY_BANNED', message: 'Charged back.' })
  expect(region().dataset['code']).toBeUndefined()
  expect(screen.getByRole('alert').dataset['code']).toBe('KEY_BANNED')
  expect(value('Note')).toBe(LICENSED.note)
})

test('tells where the key rests, and lets its owner choose to be asked every time', async () => {
  const { calls, push } = await renderApp(<LicensePanel />, { view: { ...LICENSED, keptBy: 'device' } })
  press('About this key')
  const dialog = () => within(screen.getByRole('dialog'))
  expect(dialog().getByText(/no keyring/)).toBeTruthy()
  fireEvent.click(dialog().getByRole('button', { name: 'Ask for it every time' }))
  await push({ ...LICENSED, keptBy: 'nothing' })
  fireEvent.click(dialog().getByRole('button', { name: 'Keep it on this device' }))
  expect(calls).toEqual([
    ['setRemembered', false],
    ['setRemembered', true],
  ])
})
