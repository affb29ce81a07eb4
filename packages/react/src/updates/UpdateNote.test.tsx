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

test('restarts into a version that is ready, with its notes or without', async () => {
  for (const notes of ['', READY.notes]) {
    const { calls } = await renderApp(<UpdateNote />, { update: { ...READY, notes } })
    fireEvent.click(screen.getByRole('button', { name: 'Restart now' }))
    expect(calls).toEqual([['restart']])
    cleanup()
  }
})

test('shows the progress of a download, and why one failed', async () => {
  const { pushUpdate } = await renderApp(<UpdateNote />)
  await pushUpdate({ kind: 'downloading', version: '1.1.0', percent: 42 })
  expect(document.body.textContent).toBe('Version 1.1.0 is being downloaded: 42 %')
  await pushUpdate({ kind: 'failed', failure: 'not-signed' })
  expect(document.body.textContent).toContain('that its maker has not signed. It was not installed.')
  expect(screen.queryByRole('button')).toBeNull()
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
  expect(document.body.textContent).toContain('Your license covers versions until 21 November 2026.')
  fireEvent.click(screen.getByRole('button', { name: 'Renew license' }))
  expect(calls).toEqual([['openHelp', 'renew']])
  cleanup()
  await renderApp(<UpdateNote />, { update, info: { helpTopics: [] } })
  expect(screen.queryByRole('button')).toBeNull()
})
