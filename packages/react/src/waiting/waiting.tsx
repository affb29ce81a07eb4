import type { LicensedView } from '@latchkey/client'
import type { LatchkeyBridge } from '@latchkey/electron/ipc'
import { Mark } from '../design/Mark.tsx'
import { LicensePanel } from '../license/LicensePanel.tsx'
import { chooseLanguage } from '../messages/choose-words.ts'
import { render } from '../start-page.tsx'

/**
 * Waits for the license in a page of the product's origin, while a key is entered and checked, and then starts the product
 * in this same page. The build names what it needs (`waitingProduct` in electron.vite.config.ts), and none of that which
 * is the product's own is served before. See docs/decisions/0011-waiting-product.md.
 */
const bridge = window.latchkey
const {
  entry = '',
  preloads = '',
  styles = '',
} = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}
const addresses = (list: string): string[] => list.split(' ').filter((address) => address !== '')
const load = (attributes: Partial<HTMLLinkElement>): Promise<unknown> =>
  new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), attributes)
    // What cannot be loaded fails where it is used.
    Object.assign(link, { onload: resolve, onerror: resolve })
    document.head.append(link)
  })

bridge.product.onStart(async () => {
  // The product's plain address: its code never learns that it was waited for.
  history.replaceState(null, '', '/')
  await Promise.all([
    ...addresses(styles).map((href) => load({ rel: 'stylesheet', href })),
    ...addresses(`${preloads} ${entry}`).map((href) => load({ rel: 'modulepreload', href })),
  ])
  try {
    await import(/* @vite-ignore */ entry)
  } finally {
    await bridge.product.shown()
  }
})

const SAMPLE: LicensedView = {
  kind: 'licensed',
  note: '',
  expiresAt: 1,
  executions: 1,
  checkedAt: 1,
  source: 'online',
  serviceTime: 0,
  isChecking: false,
  keptBy: 'nothing',
}
/** Asks and changes nothing. An activation link, above all, is for the page that comes. */
const SILENT: LatchkeyBridge = {
  ...bridge,
  license: { ...bridge.license, takeLink: async () => null, onLinkArrived: () => () => {} },
  updates: { view: async () => ({ kind: 'none' }), onChange: () => () => {} },
}

/** What runs for the first time is compiled first. Done on a sample while nobody waits, the product is quicker. */
async function warmUp(): Promise<void> {
  const language = chooseLanguage(navigator.language)
  language.formats.day(new Date())
  const license = { current: () => SAMPLE, subscribe: () => () => {} }
  const info = await bridge.app.info()
  const parts = { ...language, bridge: SILENT, info, license }
  render(
    document.createElement('div'),
    <>
      <Mark />
      <LicensePanel />
    </>,
    parts,
  ).unmount()
}

void warmUp()
