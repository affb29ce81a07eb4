import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { LicensedView } from '../../../client/src/license/license-view.ts'
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

test('shows a license without an end and without a note', async () => {
  await renderApp(<LicensePanel />, { view: { ...LICENSED, expiresAt: 'never', note: '' } })
  expect(value('Expires')).toBe('Never')
  expect(value('Note')).toBe('None')
})

test('shows until when a license has updates, and that a perpetual one goes on', async () => {
  const updatesUntil = SERVICE_TIME - 30 * 86_400
  await renderApp(<LicensePanel />, { view: { ...LICENSED, updatesUntil } })
  expect(value('Expires')).toMatch(/11 Dec 2026/)
  expect(value('Updates until')).toBe('22 October 2026')
  cleanup()
  const ended = { ...LICENSED, expiresAt: updatesUntil, updatesUntil, isPerpetual: true } as const
  await renderApp(<LicensePanel />, { view: ended })
  expect(value('Expires')).toBe('Never for this version')
  expect(value('Updates until')).toBe('22 October 2026')
})

test('shows the start of a long note, and the whole note on request', async () => {
  const longNote = 'Floating license of the third floor. '.repeat(30).trim()
  const note = () =>
    within(region()).getByText('Note', { selector: 'dt' }).nextElementSibling?.querySelector('p')
  // Text with spaces, one long word, and a surrogate pair at the position of the cut.
  for (const text of [longNote, 'x'.repeat(1024), `${'x'.repeat(99)}${'😀'.repeat(200)}`]) {
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
  await renderApp(<LicensePanel />, { view: { ...LICENSED, note: longNote.slice(0, 130) } })
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test('counts down from the service’s time, independent of the computer’s date', async () => {
  await renderApp(<LicensePanel />, { view: { ...LICENSED, serviceTime: SERVICE_TIME + 20 * 86_400 - 60 } })
  expect(value('Expires')).toContain('1 hour left')
})

test('requests one check at a time', async () => {
  const { calls, push } = await renderApp(<LicensePanel />, { view: LICENSED })
  press('Check again')
  await push({ ...LICENSED, isChecking: true })
  press('Check again')
  expect(calls).toEqual([['checkAgain']])
})

test('shows a license that is not confirmed yet without an alarm', async () => {
  const { push } = await renderApp(<LicensePanel />, {
    view: { ...LICENSED, source: 'stored', isChecking: true },
  })
  const source = () => region().querySelector('[data-source]')?.getAttribute('data-source')
  expect([source(), value('Executions')]).toEqual(['checking', '1,234'])
  expect(screen.queryByRole('alert')).toBeNull()
  await push(LICENSED)
  expect(source()).toBe('online')
})

test('shows the end of the grace period of a license that could not be confirmed', async () => {
  await renderApp(<LicensePanel />, {
    view: { ...LICENSED, source: 'grace', graceEndsAt: SERVICE_TIME + 2 * 86_400 },
  })
  expect(region().textContent).toMatch(/go on working until 23 Nov 2026/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('removes the key only after a confirmation', async () => {
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
  screen.getByRole('button', { name: 'Activate' }).focus()
  press('Activate')
  expect(calls).toEqual([['activate', KEY]])
  await push({ ...LICENSED, isChecking: true })
  await push({ ...LICENSED, notice: { kind: 'refused', code: 'KEY_INCORRECT', message: 'No such key.' } })
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('alert').dataset['code']).toBe('KEY_INCORRECT')
  expect(document.activeElement).toBe(dialog.getByRole('textbox'))
  fireEvent.click(dialog.getByRole('button', { name: 'Activate' }))
  await push({ ...LICENSED, isChecking: true })
  await push({ ...LICENSED, note: 'New' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(value('Note')).toBe('New')
})

test('keeps the dialog open when a check is cancelled, and does not repeat its notice after it is closed', async () => {
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

test('reports that the license is unchanged when a new key was not confirmed, until the user enters one again', async () => {
  const { calls } = await renderApp(<LicensePanel />, {
    view: { ...LICENSED, notice: { kind: 'unreachable', failure: { kind: 'timed-out', details: [] } } },
  })
  expect(screen.queryByText('Confirmed by the license service')).toBeNull()
  expect(screen.getByText('Still valid. The new key was not confirmed.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  press('Change key')
  expect(screen.getByRole('dialog', { name: 'Change key' })).toBeDefined()
  expect(calls).toEqual([])
  press('Close')
  expect(screen.getByText('Confirmed by the license service')).toBeDefined()
})

test('still shows the last license after it is lost, but not as valid', async () => {
  const { push } = await renderApp(<LicensePanel />, { view: LICENSED })
  await push({ kind: 'refused', code: 'KEY_BANNED', message: 'Charged back.' })
  expect(region().dataset['code']).toBeUndefined()
  expect(screen.getByRole('alert').dataset['code']).toBe('KEY_BANNED')
  expect(value('Note')).toBe(LICENSED.note)
  expect(value('Expires')).toMatch(/11 Dec 2026/)
  expect(value('Expires')).not.toContain('left')
  expect(region().textContent).toContain('Save your work now')
})

test('shows where the key is stored, and lets the user choose not to store it', async () => {
  const { calls, push } = await renderApp(<LicensePanel />, { view: { ...LICENSED, storedBy: 'device' } })
  press('About this key')
  const dialog = () => within(screen.getByRole('dialog'))
  expect(dialog().getByText(/no keyring/)).toBeTruthy()
  fireEvent.click(dialog().getByRole('button', { name: 'Ask for it every time' }))
  await push({ ...LICENSED, storedBy: 'nothing' })
  fireEvent.click(dialog().getByRole('button', { name: 'Store it on this device' }))
  expect(calls).toEqual([
    ['setRemembered', false],
    ['setRemembered', true],
  ])
})

const TRIAL: LicensedView = { ...LICENSED, isTrial: true, expiresAt: SERVICE_TIME + 12 * 86_400 }

test('counts the days of a trial, and has the ways to a license in reach', async () => {
  const { calls, push } = await renderApp(<LicensePanel />, { view: { ...TRIAL, reminder: 7 } })
  expect(within(region()).getByText('Trial: 12 days left')).toBeDefined()
  // There is no reminder, and no second button for the same purpose.
  expect(screen.queryByText(/This license ends in/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change key' })).toBeNull()
  press('Buy a license')
  press('Enter license key')
  expect(screen.getByRole('dialog', { name: 'Enter license key' })).toBeDefined()
  fireEvent.change(screen.getByRole('textbox', { name: 'License key' }), { target: { value: KEY } })
  press('Activate')
  await push({ ...TRIAL, isChecking: true })
  await push(LICENSED)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText(/^Trial:/)).toBeNull()
  expect(calls).toEqual([
    ['openHelp', 'shop'],
    ['activate', KEY],
  ])
})

test('says that a trial without a key can be started again', async () => {
  await renderApp(<LicensePanel />, { view: { ...TRIAL, source: 'grace' } })
  expect(screen.getByText('Trial: 12 days left')).toBeDefined()
  press('Remove key')
  expect(screen.getByRole('dialog').textContent).toContain('you can start it here again')
})
