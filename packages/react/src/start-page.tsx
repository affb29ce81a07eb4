import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { AppProvider } from './app-context.ts'
import { openLicenseStore } from './license/license-store.ts'
import { chooseLanguage, type MessageChanges } from './messages/choose-language.ts'

/** The app's own brand. Its name is `productName` in package.json, its colour `--accent` in CSS. */
export interface Brand {
  /** URL of an image, such as an imported SVG file. */
  readonly mark?: string
  /** Messages that replace Latchkey's. */
  readonly messages?: MessageChanges
  /** A BCP 47 tag. Default: the system's language. */
  readonly language?: string
}

/** Renders a page after the first answers of the main process, so its first state is current. */
export async function startPage(
  page: ReactNode,
  { mark, messages, language: locale = navigator.language }: Brand = {},
): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no element with the ID "root"')
  const bridge = window.latchkey
  const language = chooseLanguage(locale, messages)
  document.documentElement.lang = language.messages.language
  const [info, license] = await Promise.all([
    bridge.app.info(),
    openLicenseStore(bridge),
    // Loaded first: otherwise the mark would appear after the first paint.
    mark && load(mark),
  ])
  document.title = info.productName
  const parts = { ...language, bridge, info, license, mark }
  // Renders at once, so that no letter is typed between reading the field of index.html and
  // replacing it.
  flushSync(() => createRoot(root).render(<AppProvider value={parts}>{page}</AppProvider>))
}

/** Resolves also if the image is missing. */
const load = (url: string): Promise<unknown> =>
  new Promise((resolve) => {
    const image = new Image()
    image.onload = image.onerror = resolve
    image.src = url
  })
