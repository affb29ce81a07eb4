import { act, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { UpdateView } from '../../../client/src/bridge/update-view.ts'
import type { LicenseView } from '../../../client/src/license/license-view.ts'
import { AppProvider } from '../app-context.ts'
import { openLicenseStore } from '../license/license-store.ts'
import { chooseLanguage } from '../messages/choose-language.ts'
import { createFakeBridge, type FakeBridgeState } from './fake-bridge.ts'

// The default is one second, which is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

/** Renders a component as `startPage` does, with a fake bridge. */
export async function renderApp(ui: ReactNode, state: FakeBridgeState & { readonly locale?: string } = {}) {
  const fake = createFakeBridge(state)
  const [info, license] = await Promise.all([fake.bridge.app.info(), openLicenseStore(fake.bridge)])
  const parts = { ...chooseLanguage(state.locale ?? 'en-GB'), bridge: fake.bridge, info, license }
  await act(async () => {
    render(<AppProvider value={parts}>{ui}</AppProvider>)
  })
  return {
    ...fake,
    push: (view: LicenseView) => act(async () => fake.push(view)),
    pushUpdate: (view: UpdateView) => act(async () => fake.pushUpdate(view)),
    openLink: (key: string) => act(async () => fake.openLink(key)),
  }
}
