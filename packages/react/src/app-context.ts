import type { LicenseView } from '@latchkey/client'
import type { AppInfo, LatchkeyBridge } from '@latchkey/client/bridge'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { LicenseStore } from './license/license-store.ts'
import type { Language } from './messages/choose-language.ts'

declare global {
  interface Window {
    /** Exposed by the preload script. The only API of the page for calls to the main process. */
    readonly latchkey: LatchkeyBridge
  }
}

/** The dependencies of all components. A context, so that tests can pass their own. */
export interface AppParts extends Language {
  readonly bridge: LatchkeyBridge
  readonly info: AppInfo
  readonly license: LicenseStore
  /** URL of the app's mark. */
  readonly mark?: string | undefined
}

const AppContext = createContext<AppParts | undefined>(undefined)
export const AppProvider = AppContext.Provider

/** The bridge, messages and license of the page. @throws Error outside of `startPage` */
export function useApp(): AppParts {
  const parts = useContext(AppContext)
  if (parts === undefined) throw new Error('useApp() needs an <AppProvider> above it')
  return parts
}

/** The current license view of the main process. */
export function useLicense(): LicenseView {
  const { license } = useApp()
  return useSyncExternalStore(license.subscribe, license.current, license.current)
}
