import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { GatePage } from '../gate/GatePage.tsx'
import { LicensePanel } from '../license/LicensePanel.tsx'
import { DEVICES, type FakeBridgeState, LICENSED, SERVICE_TIME } from '../testing/fake-bridge.ts'
import { renderApp } from '../testing/render-app.tsx'

afterEach(cleanup)

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const rows = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

async function openFromPanel(state: FakeBridgeState = {}) {
  const app = await renderApp(<LicensePanel />, { view: { ...LICENSED, hasDevices: true }, ...state })
  await press('Your computers')
  return app
}

const LOCKED = { kind: 'refused', code: 'KEY_HWID_LOCKED', message: '' } as const

test('lists the computers by name, or by their last use', async () => {
  await openFromPanel()
  const dialog = within(screen.getByRole('dialog', { name: 'Your computers' }))
  expect(dialog.getByText('This key is in use on 3 of 3 computers.')).toBeDefined()
  expect(rows()).toEqual([
    'StudioLast used on 21 November 2026This computerRelease',
    'Ada’s laptopLast used on 19 November 2026Release',
    'Last used on 22 September 2026Release',
  ])
})

test('there is no list where the service offers none', async () => {
  await renderApp(<LicensePanel />, { view: LICENSED })
  expect(screen.queryByRole('button', { name: 'Your computers' })).toBeNull()
})

test('releases a computer only after a confirmation that says what happens', async () => {
  const rest = DEVICES.devices.slice(0, 2)
  const { calls } = await openFromPanel({ released: { ...DEVICES, devices: rest } })
  await press('Release: Last used on 22 September 2026')
  expect(screen.getByRole('dialog').textContent).toContain('You have 2 moves left.')
  await press('Keep it')
  expect(calls.map(([name]) => name)).toEqual(['devices'])
  await press('Release: Last used on 22 September 2026')
  await press('Release')
  expect(calls.at(-1)).toEqual(['releaseDevice', 'd3'])
  expect(rows()).toHaveLength(2)
})

test('says before the release of this computer that its key is removed', async () => {
  await openFromPanel()
  await press('Release: Studio')
  expect(screen.getByRole('dialog', { name: 'Release “Studio”?' }).textContent).toMatch(
    /key is removed.*Make sure that you still have the key/,
  )
})

test('shows why a computer was not released, and keeps the list', async () => {
  await openFromPanel({ released: { kind: 'refused', code: 'OFFLINE_LICENSE_ACTIVE', message: '' } })
  await press('Release: Ada’s laptop')
  await press('Release')
  expect(screen.getByRole('alert').dataset['code']).toBe('OFFLINE_LICENSE_ACTIVE')
  expect(rows()).toContain('Ada’s laptopLast used on 19 November 2026Release')
})

test.each([
  [
    { move: { left: 0, wait: { until: SERVICE_TIME + 86_400, for: 'limit' } } },
    /No moves are left.*22 Nov 2026/,
  ],
  [{ move: undefined }, /Only the vendor/],
] as const)('offers no release that would be refused', async (more, sentence) => {
  await openFromPanel({ devices: { ...DEVICES, ...more } as typeof DEVICES })
  expect(screen.getByRole('dialog').textContent).toMatch(sentence)
  expect(screen.queryByRole('button', { name: /Release/ })).toBeNull()
})

test('names this computer', async () => {
  const { calls } = await openFromPanel()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of this computer' })
  expect(field.value).toBe('Studio')
  fireEvent.change(field, { target: { value: 'Atelier' } })
  await press('Save name')
  expect(calls.at(-1)).toEqual(['nameDevice', 'Atelier'])
  expect(screen.getByText('Name saved')).toBeDefined()
})

test('a list that does not arrive can be requested again', async () => {
  const { calls } = await openFromPanel({
    devices: { kind: 'unreachable', failure: { kind: 'offline', details: [] } },
  })
  expect(screen.getByRole('alert').dataset['code']).toBe('offline')
  await press('Try again')
  expect(calls.map(([name]) => name)).toEqual(['devices', 'devices'])
})

test('the gate offers to use the key here, and says what happens to the other computer', async () => {
  const view = { ...LOCKED, devices: { linked: 1, most: 1 }, move: { left: 1 } }
  const { calls } = await renderApp(<GatePage />, { view })
  expect(screen.getByRole('alert').textContent).toMatch(/other computer locks.*You have 1 move left/)
  await press('Use it on this computer instead')
  expect(calls).toEqual([['moveHere']])
})

test.each([
  ['cooldown', /changed a short time ago.*from 22 Nov 2026/],
  ['limit', /No moves are left.*from 22 Nov 2026/],
  ['offline', /without internet.*from 22 Nov 2026/],
] as const)('the gate offers no move during %s, and names the day', async (reason, sentence) => {
  const wait = { until: SERVICE_TIME + 86_400, for: reason }
  await renderApp(<GatePage />, { view: { ...LOCKED, move: { left: 1, wait } } })
  expect(screen.getByRole('alert').textContent).toMatch(sentence)
  expect(screen.queryByRole('button', { name: /this computer instead/ })).toBeNull()
})

test('the gate shows the usual text where the service offers nothing', async () => {
  await renderApp(<GatePage />, { view: LOCKED })
  expect(screen.getByRole('alert').textContent).toContain('This key is in use on another device')
})

test('the gate offers no move of a key that is refused for another reason', async () => {
  await renderApp(<GatePage />, { view: { ...LOCKED, code: 'KEY_EXPIRED', move: { left: 1 } } })
  expect(screen.queryByRole('button', { name: /this computer instead/ })).toBeNull()
})

test('the gate says when the license was moved away', async () => {
  await renderApp(<GatePage />, { view: { ...LOCKED, movedAt: SERVICE_TIME, move: { left: 1 } } })
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('This license was moved to another computer on 21 November 2026')
  expect(screen.getByRole('button', { name: 'Use it on this computer instead' })).toBeDefined()
})

test('the gate of a released computer offers to use the key there again, beside the others', async () => {
  const view = { ...LOCKED, devices: { linked: 1, most: 2 }, movedAt: SERVICE_TIME, move: { left: 0 } }
  const { calls } = await renderApp(<GatePage />, { view })
  expect(screen.getByRole('alert').textContent).toMatch(
    /This computer was released on 21 November 2026.*other computers stay unlocked/,
  )
  await press('Use it on this computer again')
  expect(calls).toEqual([['moveHere']])
})

test('the gate lets its user release one of several computers', async () => {
  const view = { ...LOCKED, devices: { linked: 3, most: 3 }, move: { left: 2 } }
  const { push } = await renderApp(<GatePage />, { view })
  expect(screen.getByRole('alert').textContent).toContain('in use on 3 of 3 computers')
  await press('Choose a computer to release')
  expect(rows()).toHaveLength(3)
  // The check that follows a release.
  await push({ kind: 'checking', phase: 'check' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the gate says that this computer was released', async () => {
  await renderApp(<GatePage />, { view: { kind: 'locked', isReleased: true } })
  expect(screen.getByText(/This computer was released/)).toBeDefined()
})
