import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { AppProvider } from './app-context.ts'
import { openLicenseStore } from './license/license-store.ts'
import { chooseLanguage } from './messages/choose-language.ts'

/** Renders a page after the first answers of the main process, so its first state is current. */
export async function startPage(page: ReactNode): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no element with the ID "root"')
  const bridge = window.latchkey
  const language = chooseLanguage(navigator.language)
  document.documentElement.lang = language.messages.language
  const [info, license] = await Promise.all([bridge.app.info(), openLicenseStore(bridge)])
  document.title = info.productName
  const parts = { ...language, bridge, info, license }
  // At once, so that no letter is typed between reading the field of index.html and replacing it.
  flushSync(() => createRoot(root).render(<AppProvider value={parts}>{page}</AppProvider>))
}
