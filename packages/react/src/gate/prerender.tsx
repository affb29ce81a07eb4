import type { LicenseView } from '@latchkey/client'
import type { AppInfo } from '@latchkey/electron/ipc'
import { renderToStaticMarkup } from 'react-dom/server'
import { AppProvider } from '../app-context.ts'
import { chooseLanguage, LANGUAGES } from '../messages/choose-words.ts'
import { GatePage } from './GatePage.tsx'

const LOCKED: LicenseView = { kind: 'locked' }

/**
 * The locked gate as text, in every language, for the build: the window shows it before any script has run, and its
 * field takes typing. Where a copy of the app differs (its help topics), the real page puts it right a moment later.
 */
export function prerenderGates(
  info: AppInfo,
): readonly { readonly language: string; readonly html: string }[] {
  return LANGUAGES.map(({ language }) => {
    const license = { current: () => LOCKED, subscribe: () => () => {} }
    // Nothing but effects and hands asks the bridge, and here is neither.
    const parts = { ...chooseLanguage(language), info, license, bridge: undefined as never }
    const html = renderToStaticMarkup(
      <AppProvider value={parts}>
        <GatePage />
      </AppProvider>,
    )
    return {
      language,
      html: html
        .replace('<textarea', '<textarea autofocus=""')
        // A press that nobody hears yet would be lost.
        .replaceAll('<button', '<button disabled=""'),
    }
  })
}
