import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import type { LicenseView } from '../../packages/client/src/license/license-view.ts'
import type { OpenWindow } from '../../packages/electron-tools/src/development/open-window.ts'
import { de } from '../../packages/react/src/messages/de.ts'
import { en } from '../../packages/react/src/messages/en.ts'
import { openWindow } from '../open-window.js'
import { rootDir } from '../set-up/places.js'
import type { State } from './states.ts'

const MESSAGES = { en, de }
export type StateLanguage = keyof typeof MESSAGES
export const STATE_LANGUAGES = Object.keys(MESSAGES) as StateLanguage[]

export type StateWindow = Awaited<ReturnType<typeof openStateWindow>>

/**
 * Opens the real app, unlocks it, and opens a second window with the same pages, protocol handler
 * and policy, but with a fake bridge. The real main process could not produce every state, such as
 * each network failure.
 * @param env the licensing settings of a service with `validKey`
 */
export async function openStateWindow(env: Record<string, string>, validKey: string) {
  const app = await openWindow({ env })
  try {
    await unlock(app, validKey)
    await app.electron.context().addInitScript({ content: fakeMainProcess() })
    const page = await openSecondWindow(app.electron)
    return {
      page,
      /** @param textSize of the root element, in CSS; by default the browser's */
      show: (state: State, language: StateLanguage, textSize = '') =>
        show(app.electron, page, state, language, textSize),
      async resize(width: number, height: number): Promise<void> {
        await app.electron.evaluate(
          ({ BrowserWindow }, size) =>
            BrowserWindow.getAllWindows()
              .find((window) => window.isVisible())
              ?.setContentSize(...size),
          [width, height] as const,
        )
        await page.waitForFunction((wanted) => innerWidth === wanted.width && innerHeight === wanted.height, {
          width,
          height,
        })
      },
      close: app.close,
    }
  } catch (error) {
    await app.close()
    throw error
  }
}

async function unlock({ window }: OpenWindow, key: string): Promise<void> {
  await window.getByRole('textbox', { name: en.gate.keyLabel }).fill(key)
  await window.getByRole('button', { name: en.gate.activate }).click()
  await window.getByRole('region', { name: en.license.heading }).waitFor()
}

async function openSecondWindow(electron: ElectronApplication): Promise<Page> {
  const opened = electron.waitForEvent('window')
  await electron.evaluate(async ({ BaseWindow, BrowserWindow }) => {
    for (const window of BaseWindow.getAllWindows()) window.hide()
    const window = new BrowserWindow({
      width: 960,
      height: 720,
      // The size is that of the content, without the title bar and the menu, as in the app's
      // window.
      useContentSize: true,
      // There is no preload script, because the page uses only the fake bridge.
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        spellcheck: false,
        partition: 'persist:latchkey',
      },
    })
    window.focus()
    await window.loadURL('app://gate/')
  })
  const page = await opened
  // Without animations, pictures are reproducible.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

async function show(
  electron: ElectronApplication,
  page: Page,
  { name, page: place, bridge, act }: State,
  language: StateLanguage,
  textSize: string,
): Promise<void> {
  const messages = MESSAGES[language]
  // The fake bridge reads the query; the protocol handler ignores it.
  const query = new URLSearchParams({ state: JSON.stringify(bridge), language, textSize, name })
  const address = `app://${place}/?${query}`
  // Removes the hover state.
  await page.mouse.move(0, 0)
  await page.goto(address)
  await page.locator('main').waitFor()
  await act?.({
    page,
    messages,
    async paste(text) {
      await electron.evaluate(
        ({ clipboard }, copied) => (copied === '' ? clipboard.clear() : clipboard.writeText(copied)),
        text,
      )
      await page.keyboard.press('ControlOrMeta+v')
    },
    async pastePicture() {
      await copyPicture(electron)
      await page.keyboard.press('ControlOrMeta+v')
    },
    push: (view) => page.evaluate((pushed) => window.fakeMainProcess?.push(pushed), view),
  })
  // Waits for the last view to render and finishes all animations.
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (const animation of document.getAnimations()) animation.finish()
  })
}

/** A picture of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Supports the clipboard API of the pinned Electron and of the vendored, older one. */
export async function copyPicture(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(async ({ clipboard, ClipboardItem, nativeImage }, copied) => {
    const picture = nativeImage.createFromDataURL(copied)
    const older = clipboard as unknown as { readonly writeImage?: (image: typeof picture) => void }
    if (older.writeImage !== undefined) older.writeImage(picture)
    else
      await clipboard.write([new ClipboardItem({ 'image/png': new Blob([new Uint8Array(picture.toPNG())]) })])
  }, PICTURE)
}

declare global {
  interface Window {
    readonly fakeMainProcess?: { readonly push: (view: LicenseView) => void }
  }
}

/** Returns the fake bridge of the renderer tests as an init script. */
export function fakeMainProcess(): string {
  const source = readFileSync(join(rootDir, 'packages/react/src/testing/fake-bridge.ts'), 'utf8')
  return `(() => {
    ${stripTypeScriptTypes(source).replaceAll(/^export /gm, '')}
    const query = new URLSearchParams(location.search)
    const fake = createFakeBridge(JSON.parse(query.get('state') ?? '{}'))
    Object.defineProperty(navigator, 'language', { get: () => query.get('language') ?? 'en' })
    Object.assign(window, { latchkey: fake.bridge, product: fake.bridge.product, fakeMainProcess: fake })
    document.addEventListener('readystatechange', () => {
      document.documentElement.style.fontSize = query.get('textSize')
    })
  })()`
}
