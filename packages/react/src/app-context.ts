import type { LicenseView } from '@latchkey/client'
import type { AppInfo, LatchkeyBridge } from '@latchkey/electron/ipc'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { LicenseStore } from './license/license-store.ts'
import type { Language } from './messages/choose-language.ts'

declare global {
  interface Window {
    /** Put there by the preload: the window's only door to the outside. */
    readonly latchkey: LatchkeyBridge
  }
}

/** What every component may ask for. Passed in, so that a test or another window can bring its own. */
export interface AppParts extends Language {
  readonly bridge: LatchkeyBridge
  readonly info: AppInfo
  readonly license: LicenseStore
}

const AppContext = createContext<AppParts | undefined>(undefined)
export const AppProvider = AppContext.Provider

export function useApp(): AppParts {
  const parts = useContext(AppContext)
  if (parts === undefined) throw new Error('useApp() needs an <AppProvider> above it')
  return parts
}

/** The license as the main process sees it now. */
export function useLicense(): LicenseView {
  const { license } = useApp()
  return useSyncExternalStore(license.subscribe, license.current, license.current)
}
