import { join } from 'node:path'
import { expect } from 'vitest'
import { licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import type { Act } from '../../tools/attack/attack.ts'
import { type HostileNode, openHostileNode, type RealService } from '../../tools/attack/hostile-node.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { type AppUnderTest, launchApp } from './launch-app.ts'

/** Saves a picture of each failure in `artifacts/failures`. */
const hasPictures = process.env['LATCHKEY_PICTURES'] === '1'
const picturesDir = join(rootDir, 'artifacts', 'failures')
/** This limit is longer than all time limits of a check together. */
const OUTCOME_LIMIT_MS = 40_000

/** What happens to the next sync and the next check. By default they are answered honestly. */
export interface Play {
  readonly sync?: Act
  readonly check?: Act
}

/** What the window shows about a check that failed. */
export interface Told {
  /** The `data-code` of the message. */
  readonly code: string | null
  /** The whole text of the alert. */
  readonly says: string
  /** The primary action, which has the focus. */
  readonly action: string
  /** The details for support, below the action. */
  readonly details: readonly string[]
  /** The number of key checks that arrived at the node. */
  readonly checks: number
}

/** One window, and a node in front of the service that can be made to fail. */
export interface FailureStage extends AppUnderTest {
  readonly node: HostileNode
  /** Presses Activate. The app does not use an earlier sync. */
  press(play?: Play): Promise<void>
  /** Presses Activate, and reads what the window shows. `picture` is the name of the picture. */
  fail(picture: string, play?: Play): Promise<Told>
  /** Reads what the window shows. */
  read(picture: string): Promise<Told>
  /** The "Executions" in the license panel, when the product is shown. */
  executions(): Promise<number>
  /** Removes the key, so that the gate is empty. */
  forget(): Promise<void>
}

export interface FailureStageParts {
  readonly service: RealService & Parameters<typeof licensingEnv>[0]
  readonly env?: Readonly<Record<string, string>>
}

export async function openFailureStage({ service, env = {} }: FailureStageParts): Promise<FailureStage> {
  const node = await openHostileNode(service)
  const app = await launchApp({
    env: {
      ...licensingEnv(service),
      LATCHKEY_SYNC_URL: node.url,
      // The node changes answers, so they cannot be signed.
      LATCHKEY_PUBLIC_KEYS: 'none',
      // The copies of vendors have this setting.
      LATCHKEY_SUPPORT_URL: 'https://vendor.example/support',
      ...env,
    },
  })
  const { window: page, electron } = app
  const field = page.getByRole('textbox', { name: 'License key' })

  const stage: FailureStage = {
    ...app,
    node,
    async press(play = {}) {
      node.play({ name: 'failure', mayOpen: false, expectedCodes: [], ...play })
      // The app would use an earlier sync for half a minute, but not after a sleep.
      await electron.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
      await field.fill(service.keys['valid'] ?? '')
      await page.getByRole('button', { name: 'Activate' }).click()
    },
    async fail(picture, play) {
      await stage.press(play)
      const told = await stage.read(picture)
      await stage.forget()
      return told
    },
    async read(picture) {
      const alert = page.getByRole('alert')
      await alert.waitFor({ timeout: OUTCOME_LIMIT_MS })
      const primary = page.locator('button[data-look="primary"]')
      const told = {
        code: await alert.getAttribute('data-code'),
        says: await alert.innerText(),
        action: await primary.innerText(),
        details: await page.locator('details code').allTextContents(),
      }
      const isFocused = () => primary.evaluate((button) => button === document.activeElement)
      await expect.poll(isFocused).toBe(true)
      if (hasPictures) {
        const path = join(picturesDir, `${picture.replaceAll(/[^\w-]+/g, '-')}.png`)
        await page.screenshot({ path, animations: 'disabled' })
      }
      return {
        ...told,
        checks: node.traffic().checks,
      }
    },
    async executions() {
      const terms = page.getByRole('region', { name: 'License' }).locator('dt', { hasText: 'Executions' })
      return Number(
        await terms.locator('xpath=following-sibling::dd[1]').innerText({ timeout: OUTCOME_LIMIT_MS }),
      )
    },
    async forget() {
      await page.evaluate(() => void window.latchkey.license.forget())
      await field.waitFor()
      await page.getByRole('alert').waitFor({ state: 'detached' })
    },
    async close() {
      await app.close()
      await node.close()
    },
  }
  return stage
}
