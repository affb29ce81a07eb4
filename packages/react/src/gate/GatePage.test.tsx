import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LICENSED, STRONG_DEVICE } from '../testing/fake-bridge.ts'
import { renderApp } from '../testing/render-app.tsx'
import { GatePage } from './GatePage.tsx'

const KEY = 'kJdLwPqAzXmNbVcRtYuIoPaSdFgHjKlQ'
const OTHER = 'QwErTyUiOpAsDfGhJkLzXcVbNmQwErTy'

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'License key' })
const activate = () => screen.getByRole('button', { name: 'Activate' })
const enter = (value: string) => fireEvent.change(field(), { target: { value } })
const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } })
const refused = (code: string, message = '') => ({ kind: 'refused', code, message }) as const

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('takes typing at once: the field has the focus, and Enter sends the key', async () => {
  const { calls } = await renderApp(<GatePage />)
  expect(document.activeElement).toBe(field())
  enter(KEY)
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(calls).toEqual([['activate', KEY]])
})

test('finds the key in a pasted e-mail, and leaves a text without one outside', async () => {
  await renderApp(<GatePage />)
  paste(`Hi Ada,\n\nyour key is ${KEY}.\n\nThe team`)
  expect(field().value).toBe(KEY)
  expect(screen.getByText('Found the key in the text you pasted.')).toBeDefined()
  paste('Please find attached the invoice for last month, with our thanks for your patience.')
  expect(field().value).toBe(KEY)
  expect(screen.getByText('There is no license key in the text you pasted.')).toBeDefined()
  paste('---')
  expect(screen.getByText('There is no license key in the text you pasted.')).toBeDefined()
})

test('says that there was no text to paste, whatever else the field had to say', async () => {
  await renderApp(<GatePage />)
  const answer = () => screen.queryByText(/There is no text to paste/)
  // A picture, or nothing.
  for (const empty of ['', ' \n\t']) {
    fireEvent.click(activate())
    expect(screen.getByText('Enter your key first.')).toBeDefined()
    paste(empty)
    expect(answer()).not.toBeNull()
    enter('kJdL7')
    expect(answer()).toBeNull()
    paste(empty)
    expect(answer()).not.toBeNull()
    expect(field().value).toBe('kJdL7')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    enter('')
  }
})

test('offers the second of two pasted keys', async () => {
  await renderApp(<GatePage />)
  paste(`${KEY}\n${OTHER}`)
  expect(screen.getByText('Key 1 of 2 in the text you pasted.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Use the next one' }))
  expect(field().value).toBe(OTHER)
  expect(screen.getByText('Key 2 of 2 in the text you pasted.')).toBeDefined()
})

test('counts the letters and names the character that does not belong', async () => {
  await renderApp(<GatePage />)
  enter('kJdL-wPqA zXmN')
  expect(screen.getByText('12 of 32')).toBeDefined()
  expect(field().getAttribute('aria-invalid')).toBe('false')
  enter('kJdL0')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/“0” is a digit/)).toBeDefined()
})

test('sends a text that is no key as well, and asks for one when there is none', async () => {
  const { calls } = await renderApp(<GatePage />)
  fireEvent.click(activate())
  expect(calls).toEqual([])
  expect(screen.getByText('Enter your key first.')).toBeDefined()
  enter('tooShort')
  fireEvent.click(activate())
  expect(calls).toEqual([['activate', 'tooShort']])
})

test('shows each phase of a check, and cancels it', async () => {
  const { calls, push } = await renderApp(<GatePage />)
  enter(KEY)
  activate().focus()
  fireEvent.click(activate())
  await push({ kind: 'checking', phase: 'connect' })
  expect(screen.getByText('Connecting to the license service…')).toBeDefined()
  expect(field().readOnly).toBe(true)
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  expect(document.activeElement).toBe(cancel)
  fireEvent.click(cancel)
  expect(calls.at(-1)).toEqual(['cancel'])
  await push({ kind: 'locked' })
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe(KEY)
})

test('shows a refusal with its code and the service’s messages as text, until another key is entered', async () => {
  const { push } = await renderApp(<GatePage />)
  enter(KEY)
  fireEvent.click(activate())
  await push(refused('KEY_BANNED', '<img src=x> Charged back'))
  const alert = screen.getByRole('alert')
  expect(alert.dataset['code']).toBe('KEY_BANNED')
  expect(alert.textContent).toContain('<img src=x> Charged back')
  expect(alert.querySelector('img')).toBeNull()
  expect(field().getAttribute('aria-describedby')).toContain(alert.id)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Contact support' }))
  enter(OTHER)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('sends the entered key again on a retry, and the kept one when nothing was entered', async () => {
  const offline = {
    kind: 'unreachable',
    failure: { kind: 'offline', details: ['ERR_INTERNET_DISCONNECTED'] },
  } as const
  const { calls, push } = await renderApp(<GatePage />, { view: offline })
  expect(screen.getByRole('alert').dataset['code']).toBe('offline')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  enter(KEY)
  await push({ ...offline })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(calls).toEqual([['checkAgain'], ['activate', KEY]])
})

test('lets no one retry before the wait is over, and keeps the countdown out of the alert', async () => {
  vi.useFakeTimers()
  const { calls } = await renderApp(<GatePage />, {
    view: { kind: 'unreachable', failure: { kind: 'too-many-requests', retryAfterSeconds: 2, details: [] } },
  })
  const said = screen.getByRole('alert').textContent
  fireEvent.click(screen.getByRole('button', { name: 'Try again in 2 s' }))
  await act(async () => vi.advanceTimersByTime(2000))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(calls).toEqual([['checkAgain']])
  expect(screen.getByRole('alert').textContent).toBe(said)
})

test('holds still between the accepted key and the product, with no button that would send it again', async () => {
  const { push } = await renderApp(<GatePage />)
  enter(KEY)
  fireEvent.click(activate())
  await push({ kind: 'checking', phase: 'check' })
  await push(LICENSED)
  expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull()
  expect(screen.getByText('License confirmed. Opening…')).toBeDefined()
})

test('shows no key field while the kept key is checked at launch', async () => {
  await renderApp(<GatePage />, { view: { kind: 'checking', phase: 'identify' } })
  expect(screen.getByRole('heading', { name: 'Checking your license' })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('fills the field from an activation link and never submits it', async () => {
  const { calls, openLink } = await renderApp(<GatePage />, { link: KEY })
  expect(field().value).toBe(KEY)
  expect(screen.getByText(/came with a link/)).toBeDefined()
  await openLink(OTHER)
  expect(field().value).toBe(OTHER)
  expect(calls).toEqual([])
})

test('tells of a weak device before a key is bound to it, and of a strong one nothing', async () => {
  await renderApp(<GatePage />, {
    device: { ...STRONG_DEVICE, strength: 'weak', reasons: [{ code: 'one-fact', facts: ['System UUID'] }] },
  })
  expect(screen.getByText(/hard to tell from others/)).toBeDefined()
  cleanup()
  await renderApp(<GatePage />)
  expect(screen.queryByText(/hard to tell from others/)).toBeNull()
})

test('shows where the device ID comes from, and copies it', async () => {
  const { calls } = await renderApp(<GatePage />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'About this device' })))
  const dialog = within(screen.getByRole('dialog', { name: 'About this device' }))
  expect(dialog.getByText(STRONG_DEVICE.id)).toBeDefined()
  expect(dialog.getByText('A placeholder that many computers share.')).toBeDefined()
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Copy ID' })))
  expect(dialog.getByRole('button', { name: 'Copied' })).toBeDefined()
  expect(calls).toEqual([['copyId']])
})

test('says why the key is asked for again when the kept one can no longer be read', async () => {
  await renderApp(<GatePage />, { view: { kind: 'locked', isKeptKeyUnreadable: true } })
  expect(screen.getByText(/can no longer be read/)).toBeTruthy()
})

test('says before the first key that there is no keyring, and lets the user choose', async () => {
  const { calls } = await renderApp(<GatePage />, { wouldKeepBy: 'device' })
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep the key on this device' })
  expect(box.checked).toBe(true)
  expect(screen.getByText(/no keyring/)).toBeDefined()
  await act(async () => fireEvent.click(box))
  expect(calls).toEqual([['setRemembered', false]])
  expect(box.checked).toBe(false)
  expect(screen.getByText(/asks for it when it starts/)).toBeDefined()
  await act(async () => fireEvent.click(box))
  expect(box.checked).toBe(true)
})

test('asks nobody where there is a keyring', async () => {
  await renderApp(<GatePage />)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a computer that was not recognised is used as a new device only when the user says so', async () => {
  const { calls } = await renderApp(<GatePage />, {
    view: { kind: 'unreachable', failure: { kind: 'device-unsure', details: [] } },
  })
  expect(screen.getByRole('alert').dataset['code']).toBe('device-unsure')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use as a new device' }))
  expect(calls).toEqual([['checkAgain'], ['acceptDevice']])
})
