import { expect, test } from 'vitest'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'

const LABELS = { 'en-US': 'License key', de: 'Lizenzschlüssel' }

/** Reloads the page, and holds back its scripts until `release` is called. */
async function reloadWithoutScripts({ electron, window }: AppUnderTest): Promise<() => Promise<void>> {
  await electron.evaluate(({ session }) => {
    let held: (() => void)[] | undefined = []
    const release = () => {
      for (const load of held ?? []) load()
      held = undefined
    }
    Object.assign(globalThis, { release })
    session.fromPartition('persist:latchkey').webRequest.onBeforeRequest((details, decide) => {
      if (details.resourceType === 'script' && held) held.push(() => decide({}))
      else decide({})
    })
  })
  await window.reload({ waitUntil: 'commit' })
  await window.locator('#early-key').waitFor()
  return () => electron.evaluate(() => (globalThis as unknown as { release(): void }).release())
}

test.each(['en-US', 'de'] as const)('takes typing before a script has run, in %s', async (language) => {
  const app = await launchApp({ args: [`--lang=${language}`], env: { LANGUAGE: language } })
  try {
    const { window } = app
    for (const [colorScheme, fontSize] of [
      ['light', '100%'],
      ['dark', '200%'],
    ] as const) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const release = await reloadWithoutScripts(app)
      await window.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, fontSize)
      const frame = window.locator('.key-frame')
      const place = await frame.boundingBox()
      const early = window.getByRole('textbox', { name: 'License key' })
      await expect.poll(() => early.evaluate((field) => field === document.activeElement)).toBe(true)
      await window.keyboard.type('kJdLwPqA')
      await window.keyboard.press('Shift+ArrowLeft')
      await release()
      const field = window.getByRole('textbox', { name: LABELS[language] })
      await window.locator('main').waitFor()
      await window.keyboard.type('z')
      expect(await field.inputValue()).toBe('kJdLwPqz')
      expect(await frame.boundingBox()).toEqual(place)
    }
  } finally {
    await app.close()
  }
})
