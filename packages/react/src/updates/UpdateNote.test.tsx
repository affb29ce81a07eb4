import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'
import { UpdateNote } from './UpdateNote.tsx'

const READY = { kind: 'ready', version: '1.1.0', notes: '- <img src=x onerror=alert(1)>\n- Faster.' } as const

afterEach(cleanup)

test('renders nothing until there is a newer version, then shows how it is installed', async () => {
  const { pushUpdate } = await renderApp(<UpdateNote />)
  expect(document.body.textContent).toBe('')
  await pushUpdate({ ...READY, kind: 'offered', notes: '' })
  expect(document.body.textContent).toContain('Version 1.1.0 is out.')
  await pushUpdate(READY)
  expect(document.body.textContent).toContain('Version 1.1.0 will be installed when you close the app.')
})

test('shows release notes as text, including any markup', async () => {
  await renderApp(<UpdateNote />, { update: READY })
  expect(screen.getByText(/Faster\./).textContent).toBe(READY.notes)
  expect(document.querySelector('img')).toBeNull()
})

test('says until when the license includes updates, with the way to the shop if there is one', async () => {
  const update = { kind: 'not-covered', version: '2.0.0', updatesUntil: 1_795_262_400 } as const
  const { calls } = await renderApp(<UpdateNote />, { update })
  expect(document.body.textContent).toContain('Version 2.0.0 is out.')
  expect(document.body.textContent).toContain('Your license includes updates until 21 November 2026.')
  fireEvent.click(screen.getByRole('button', { name: 'Renew license' }))
  expect(calls).toEqual([['openHelp', 'renew']])
  cleanup()
  await renderApp(<UpdateNote />, { update, info: { helpTopics: [] } })
  expect(screen.queryByRole('button')).toBeNull()
})
