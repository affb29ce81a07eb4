import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LICENSED } from '../testing/fake-bridge.ts'
import { renderApp } from '../testing/render-app.tsx'
import { useFeatures } from './use-features.ts'

afterEach(cleanup)

function Tools() {
  const features = useFeatures(['export', 'print'])
  // @ts-expect-error: not one of the names
  features.has('exprot')
  return <p>{features.has('export') ? 'Export' : 'No export'}</p>
}

test('renders again when a feature comes or goes, and has none without a license', async () => {
  const { push } = await renderApp(<Tools />, { view: LICENSED })
  const expectText = (text: string) => expect(screen.getByText(text)).toBeDefined()
  expectText('No export')
  await push({ ...LICENSED, features: ['export'] })
  expectText('Export')
  await push({ ...LICENSED, features: ['print'] })
  expectText('No export')
  await push({ ...LICENSED, features: ['export'] })
  await push({ kind: 'refused', code: 'KEY_BANNED', message: '' })
  expectText('No export')
})
