import type { AskView, RefusedView } from '@latchkey/client'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { GatePage } from '../gate/GatePage.tsx'
import { LicensePanel } from '../license/LicensePanel.tsx'
import { LICENSED } from '../testing/fake-bridge.ts'
import { renderApp } from '../testing/render-app.tsx'

afterEach(cleanup)

const ASK = 'Ask the owner to free a computer'
const refused = (more: Partial<RefusedView> = {}): RefusedView => ({
  ...{ kind: 'refused', code: 'KEY_HWID_LOCKED', message: '', mayAskOwner: true },
  ...more,
})
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const dialog = () => screen.queryByRole('dialog')

test('the gate asks with a name, shows the two words, and stops waiting', async () => {
  const { calls, push } = await renderApp(<GatePage />, { view: refused() })
  expect(screen.getByRole('alert').textContent).toContain('The owner of the license can free a computer')
  await press(ASK)
  expect(dialog()?.textContent).toContain('The owner of the license gets a mail')
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of this computer' }), {
    target: { value: 'Studio' },
  })
  await press('Send the mail')
  expect(calls).toEqual([['askOwner', 'Studio']])
  await push(refused({ asking: { kind: 'waiting', words: ['tiger', 'lamp'] } }))
  expect(dialog()?.textContent).toContain('tiger lamp')
  await press('Stop waiting')
  expect(calls.at(-1)).toEqual(['cancel'])
  await push(refused())
  expect(dialog()).toBeNull()
})

test('after five minutes it says how to go on, and keeps the words', async () => {
  const view = refused({ asking: { kind: 'late', words: ['tiger', 'lamp'] } })
  const { calls } = await renderApp(<GatePage />, { view })
  expect(dialog()?.textContent).toMatch(/tiger lamp.*has a day to do so/)
  await press('Look again')
  expect(calls).toEqual([['askOwner', '']])
})

test.each([
  ['OWNER_DENIED', 'The owner has refused.'],
  ['ASK_LIMIT_REACHED', 'ask again tomorrow'],
  ['KEY_EXPIRED', 'The owner could not be asked: This license has expired'],
  ['offline', 'The owner could not be asked: This computer is offline.'],
  ['constructor', 'The owner could not be asked: constructor.'],
])('says why there is no place: %s', async (code, text) => {
  const asking: AskView = { kind: 'ended', code }
  await renderApp(<GatePage />, { view: refused({ asking }) })
  expect(dialog()?.textContent).toContain(text)
})

test('it is the first action only where the user cannot move the license alone', async () => {
  const { push } = await renderApp(<GatePage />, { view: refused({ move: { left: 1 } }) })
  const looks = () =>
    screen.getAllByRole('button').flatMap(({ textContent, dataset }) => {
      const { look } = dataset
      return look === 'primary' ? [textContent] : []
    })
  expect(looks()).toEqual(['Use it on this computer instead'])
  await push(refused())
  expect(looks()).toEqual([ASK])
})

test('it is offered at the gate alone, and only where the service offers it', async () => {
  const { mayAskOwner: _, ...plain } = refused()
  await renderApp(<GatePage />, { view: plain })
  expect(screen.queryByRole('button', { name: ASK })).toBeNull()
  cleanup()
  await renderApp(<LicensePanel />, { view: { ...LICENSED, notice: refused() } })
  expect(screen.queryByRole('button', { name: ASK })).toBeNull()
})
