import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { LICENSED, STRONG_DEVICE } from '../testing/fake-bridge.ts'
import { renderApp } from '../testing/render-app.tsx'
import { GatePage } from './GatePage.tsx'
import { FAILURE_KINDS, REFUSAL_CODES } from './outcomes.ts'

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

test('focuses the field at the start, and Enter sends the key', async () => {
  const { calls } = await renderApp(<GatePage />)
  expect(document.activeElement).toBe(field())
  enter(KEY)
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(calls).toEqual([['activate', KEY]])
})

test.each([
  ['a part of a key with a separator', 'kJdL wP', [2, 6], 'kJdLwP', [5, 5]],
  ['a part of a key, with its selection', 'kJdLwP', [2, 4], 'kJdLwP', [2, 4]],
  ['an e-mail', `Hi Ada,\n\nyour key is ${KEY}.`, [9, 9], KEY, [32, 32]],
])('takes over %s, entered before the scripts have run', async (_what, typed, range, text, selection) => {
  const early = document.body.appendChild(document.createElement('textarea'))
  early.id = 'early-key'
  early.value = typed
  early.setSelectionRange(range[0] ?? 0, range[1] ?? 0)
  onTestFinished(() => early.remove())
  await renderApp(<GatePage />)
  expect(field().value).toBe(text)
  expect([field().selectionStart, field().selectionEnd]).toEqual(selection)
  expect(document.activeElement).toBe(field())
})

test('finds the key in a pasted e-mail, and does not insert a text without a key', async () => {
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

test('reports that there was no text to paste, also while another message is shown', async () => {
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

test('counts the letters and names the invalid character', async () => {
  await renderApp(<GatePage />)
  enter('kJdL-wPqA zXmN')
  expect(screen.getByText('12 of 32')).toBeDefined()
  expect(field().getAttribute('aria-invalid')).toBe('false')
  enter('kJdL0')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/“0” is a digit/)).toBeDefined()
})

test('also sends a text that is not a key, but requires some text', async () => {
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

test('shows a refusal with its code and the service’s message as text, until another key is entered', async () => {
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

test('retries with the entered key, or with the stored one if the field is empty', async () => {
  const offline = {
    kind: 'unreachable',
    failure: { kind: 'offline', details: ['ERR_INTERNET_DISCONNECTED'] },
  } as const
  const { calls, push } = await renderApp(<GatePage />, { view: offline })
  expect(screen.getByRole('alert').dataset['code']).toBe('offline')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  enter(KEY)
  await push({ ...offline })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(document.activeElement).toBe(activate())
  fireEvent.click(activate())
  expect(calls).toEqual([['checkAgain'], ['activate', KEY]])
})

test('offers each action once', async () => {
  const failures = FAILURE_KINDS.map(
    (kind) => ({ kind: 'unreachable', failure: { kind, details: [] } }) as const,
  )
  const { push } = await renderApp(<GatePage />)
  for (const text of ['', KEY]) {
    enter(text)
    for (const view of [...REFUSAL_CODES.map((code) => refused(code)), ...failures]) {
      await push({ ...view })
      expect(screen.getByRole('alert')).toBeDefined()
      const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
      // The footer's help opens the same page as the button of an outcome.
      const meanings = names.map((name) => (name === 'Get help' ? 'Contact support' : name))
      expect(new Set(meanings).size, meanings.join()).toBe(meanings.length)
      expect(document.querySelectorAll('[data-look="primary"]').length).toBeLessThanOrEqual(1)
    }
  }
})

test('leaves the focus in the field when the key has to be corrected', async () => {
  const { push } = await renderApp(<GatePage />)
  enter(KEY)
  await push(refused('KEY_INCORRECT'))
  expect(document.activeElement).toBe(field())
  expect(document.querySelector('[data-look="primary"]')).toBeNull()
})

test('disables the retry until the wait is over, and keeps the countdown out of the alert', async () => {
  vi.useFakeTimers()
  const { calls } = await renderApp(<GatePage />, {
    view: { kind: 'unreachable', failure: { kind: 'too-many-requests', retryAfterSeconds: 2, details: [] } },
  })
  const alertText = screen.getByRole('alert').textContent
  fireEvent.click(screen.getByRole('button', { name: 'Try again in 2 s' }))
  await act(async () => vi.advanceTimersByTime(2000))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(calls).toEqual([['checkAgain']])
  expect(screen.getByRole('alert').textContent).toBe(alertText)
})

test('sends an entered key again only after the wait', async () => {
  vi.useFakeTimers()
  const { calls, push } = await renderApp(<GatePage />)
  enter(KEY)
  await push({
    kind: 'unreachable',
    failure: { kind: 'too-many-requests', retryAfterSeconds: 2, details: [] },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Activate in 2 s' }))
  fireEvent.keyDown(field(), { key: 'Enter' })
  await act(async () => vi.advanceTimersByTime(2000))
  expect(calls).toEqual([])
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(calls).toEqual([['activate', KEY]])
})

test('shows no activate button after the key was accepted and before the product opens', async () => {
  const { push } = await renderApp(<GatePage />)
  enter(KEY)
  fireEvent.click(activate())
  await push({ kind: 'checking', phase: 'check' })
  await push(LICENSED)
  expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull()
  expect(screen.getByText('License confirmed. Opening…')).toBeDefined()
})

test('shows no key field while the stored key is checked at launch', async () => {
  await renderApp(<GatePage />, { view: { kind: 'checking', phase: 'identify' } })
  expect(screen.getByRole('heading', { name: 'Checking your license' })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('fills the field from an activation link without submitting it', async () => {
  const { calls, openLink } = await renderApp(<GatePage />, { link: KEY })
  expect(field().value).toBe(KEY)
  expect(screen.getByText(/came with a link/)).toBeDefined()
  await openLink(OTHER)
  expect(field().value).toBe(OTHER)
  expect(calls).toEqual([])
})

test('warns of a weak device ID before a key is linked to it, but not of a strong one', async () => {
  await renderApp(<GatePage />, {
    device: { ...STRONG_DEVICE, strength: 'weak', reasons: [{ code: 'one-fact', facts: ['System UUID'] }] },
  })
  expect(screen.getByText(/hard to tell from others/)).toBeDefined()
  cleanup()
  await renderApp(<GatePage />)
  expect(screen.queryByText(/hard to tell from others/)).toBeNull()
})

test('shows the facts of the device ID, and copies the ID', async () => {
  const { calls } = await renderApp(<GatePage />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'About this device' })))
  const dialog = within(screen.getByRole('dialog', { name: 'About this device' }))
  expect(dialog.getByText(STRONG_DEVICE.id)).toBeDefined()
  expect(dialog.getByText('A placeholder that many computers share.')).toBeDefined()
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Copy ID' })))
  expect(dialog.getByRole('button', { name: 'Copied' })).toBeDefined()
  expect(calls).toEqual([['copyId']])
})

test('names the facts of the device ID in the language of the window', async () => {
  const reason = { code: 'one-fact', facts: ['System UUID'] } as const
  const device = { ...STRONG_DEVICE, strength: 'weak', reasons: [reason] } as const
  await renderApp(<GatePage />, { device, locale: 'de' })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Über dieses Gerät' })))
  const dialog = screen.getByRole('dialog', { name: 'Über dieses Gerät' })
  expect(dialog.textContent).toContain('(UUID des Computers)')
  for (const { name } of STRONG_DEVICE.facts) expect(dialog.textContent).not.toContain(name)
})

test('explains why the key must be entered again when the stored one cannot be read', async () => {
  await renderApp(<GatePage />, { view: { kind: 'locked', isStoredKeyUnreadable: true } })
  expect(screen.getByText(/can no longer be read/)).toBeTruthy()
})

test('reports a missing keyring before the first activation, and lets the user choose', async () => {
  const { calls } = await renderApp(<GatePage />, { wouldBeStoredBy: 'device' })
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Store the key on this device' })
  expect(box.checked).toBe(true)
  expect(screen.getByText(/no keyring/)).toBeDefined()
  await act(async () => fireEvent.click(box))
  expect(calls).toEqual([['setRemembered', false]])
  expect(box.checked).toBe(false)
  expect(screen.getByText(/asks for it when it starts/)).toBeDefined()
  await act(async () => fireEvent.click(box))
  expect(box.checked).toBe(true)
})

test('offers no choice when there is a keyring', async () => {
  await renderApp(<GatePage />)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('uses an unrecognised computer as a new device only on request of the user', async () => {
  const { calls } = await renderApp(<GatePage />, {
    view: { kind: 'unreachable', failure: { kind: 'device-unsure', details: [] } },
  })
  expect(screen.getByRole('alert').dataset['code']).toBe('device-unsure')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use as a new device' }))
  expect(calls).toEqual([['checkAgain'], ['acceptDevice']])
})

test('an app with other keys takes them as typed, without counting letters', async () => {
  const { calls, push } = await renderApp(<GatePage />, { info: { takesOtherKeys: true } })
  expect(screen.queryByText('0 of 32')).toBeNull()
  enter('abcd-1234 EFGH')
  expect(field().value).toBe('abcd-1234 EFGH')
  expect(field().getAttribute('aria-invalid')).toBe('false')
  expect(activate().dataset['look']).toBe('primary')
  fireEvent.click(activate())
  expect(calls).toContainEqual(['activate', 'abcd-1234 EFGH'])
  await push(refused('KEY_INVALID'))
  expect(screen.getByText(/^It is too short or too long/)).toBeDefined()
})

const OFFER = { trial: { days: 14 } }
const trialButton = () => screen.queryByRole('button', { name: 'Start a 14-day trial' })

test('offers a trial beside the field, and Enter in the field still sends the key', async () => {
  const { calls, push } = await renderApp(<GatePage />)
  expect(trialButton()).toBeNull()
  await push({ kind: 'locked', ...OFFER })
  enter(KEY)
  fireEvent.keyDown(field(), { key: 'Enter' })
  await push({ ...refused('KEY_INCORRECT'), ...OFFER })
  fireEvent.click(trialButton() ?? expect.fail('no button'))
  await push({ kind: 'checking', phase: 'check' })
  expect(screen.getByText('Starting the trial…')).toBeDefined()
  expect(trialButton()).toBeNull()
  expect(calls).toEqual([['activate', KEY], ['startTrial']])
})

test('after a lost answer, its button starts the trial again', async () => {
  const { calls, push } = await renderApp(<GatePage />, { view: { kind: 'locked', ...OFFER } })
  fireEvent.click(trialButton() ?? expect.fail('no button'))
  await push({ kind: 'checking', phase: 'check' })
  await push({ kind: 'unreachable', failure: { kind: 'outcome-unknown', details: [] }, ...OFFER })
  expect(screen.getByRole('alert').textContent).toContain('you get the same trial')
  expect(trialButton()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(calls).toEqual([['startTrial'], ['startTrial']])
})

test.each([
  ['by the service', refused('KEY_EXPIRED', 'Too late.')],
  ['without a network', { kind: 'unreachable', failure: { kind: 'offline', details: [] } } as const],
])('at the end of a trial, told %s, leads to the shop and not to an error', async (_how, view) => {
  const { calls } = await renderApp(<GatePage />, { view: { ...view, isTrialOver: true } })
  expect(screen.getByRole('alert').textContent).toMatch(/^Your trial is over/)
  expect(screen.getByRole('alert').textContent).not.toContain('Too late.')
  expect(screen.getByRole('alert').parentElement?.dataset['tone']).toBe('calm')
  expect(document.activeElement?.textContent).toBe('Buy a license')
  fireEvent.click(screen.getByRole('button', { name: 'Buy a license' }))
  expect(field()).toBeDefined()
  expect(calls).toEqual([['openHelp', 'shop']])
})

test('says only in development why a weak device is offered no trial', async () => {
  const view = { kind: 'locked', noTrial: 'weak-device' } as const
  const reason = () => screen.queryByText(/trials are not offered on this computer/)
  await renderApp(<GatePage />, { view })
  expect(reason()).toBeNull()
  cleanup()
  await renderApp(<GatePage />, { view, info: { isDevelopment: true } })
  expect(reason()?.textContent).toContain('latchkey project update --trial-weak-devices yes')
})
