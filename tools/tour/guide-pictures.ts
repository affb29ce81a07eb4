import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Licensing } from '../../packages/electron/src/licensing/index.ts'
import type { OpenWindow } from '../../packages/electron-tools/src/development/open-window.ts'
import { openWindow } from '../open-window.js'
import { bundleLicensing } from '../packages/licensing.ts'

/** A variable in the main process of the app. */
declare const licensing: Licensing

/** Takes the pictures of docs/guides/license-an-app-you-have.md. */
export async function takeGuidePictures(
  env: Record<string, string>,
  keys: Readonly<Record<string, string>>,
  picturesDir: string,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-guide-'))
  await bundleLicensing(dir)
  const app = await openWindow({
    appDir: join(import.meta.dirname, 'harbour'),
    env: { ...env, TOUR_LICENSING: join(dir, 'licensing.cjs') },
  })
  const take = async (page: Page, name: string): Promise<void> => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.screenshot({ path: join(picturesDir, `guide-${name}.png`), animations: 'disabled' })
  }
  try {
    const gate = app.window
    const field = gate.getByRole('textbox', { name: 'License key' })
    await field.waitFor()
    await take(gate, 'gate')
    await field.fill(keys['expired'] ?? '')
    await field.press('Enter')
    await gate.getByRole('alert').waitFor()
    await take(gate, 'refusal')
    const product = app.electron.waitForEvent('window')
    await field.fill(keys['valid'] ?? '')
    await field.press('Enter')
    const page = await product
    await page.waitForLoadState('load')
    await take(page, 'app')
    await take(await openPanel(app), 'panel')
  } finally {
    await app.close()
    await rm(dir, { recursive: true, force: true })
  }
}

async function openPanel({ electron }: OpenWindow): Promise<Page> {
  const opened = electron.waitForEvent('window')
  await electron.evaluate(() => licensing.openPanel())
  const panel = await opened
  await panel.getByRole('region', { name: 'License' }).waitFor()
  return panel
}
