// The pages of `createLicensing` of `@latchkey/electron`: the gate, and the license panel in a window
// of its own. They are built into that package, for apps that use no React.
import '../design/styles.css'
import { GatePage } from '../gate/GatePage.tsx'
import { LicensePanel } from '../license/LicensePanel.tsx'
import { startPage } from '../start-page.tsx'
import { createFetchBridge } from './fetch-bridge.ts'
import { type MessageTexts, toMessageChanges } from './message-texts.ts'

/** `Brand.page` of packages/electron/src/licensing/options.ts. */
interface PageBrand {
  readonly accent?: string
  readonly theme: 'system' | 'light' | 'dark'
  readonly language?: string
  readonly messages?: MessageTexts
  readonly hasIcon: boolean
}

const page = location.pathname === '/panel' ? 'panel' : 'gate'
Object.defineProperty(window, 'latchkey', { value: createFetchBridge(page) })
const { accent, theme, language, messages, hasIcon } = (await (await fetch('/brand')).json()) as PageBrand

const { style } = document.documentElement
if (accent !== undefined) style.setProperty('--accent', accent)
if (theme !== 'system') style.colorScheme = theme

const panel = (
  <main style={{ padding: 'var(--space-5)' }}>
    <LicensePanel />
  </main>
)
await startPage(page === 'panel' ? panel : <GatePage />, {
  ...(hasIcon && { mark: '/icon' }),
  ...(language !== undefined && { language }),
  messages: toMessageChanges(messages ?? {}),
})
