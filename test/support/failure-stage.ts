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
/** Longer than all time limits of a check together. */
const OUTCOME_LIMIT_MS = 40_000

/** What the service, or somebody in its place, does to the next sync and check. What is left out is answered honestly. */
export interface Play {
  readonly sync?: Act
  readonly check?: Act
}

/** What the window says about a check that came to nothing. */
export interface Told {
  /** `data-code`. */
  readonly code: string | null
  /** Everything in the alert. */
  readonly says: string
  /** The one action that stands out. It has the focus. */
  readonly action: string
  /** For support, below it. */
  readonly details: readonly string[]
  /** Key checks that arrived at the node. */
  readonly checks: number
}

/** One window, and in front of the service a node that can be told to fail. */
export interface FailureStage extends AppUnderTest {
  readonly node: HostileNode
  /** Presses Activate, without what was learnt in an earlier sync. */
  press(play?: Play): Promise<void>
  /** Presses, and reads what the window says. `picture` is the name of a picture of it. */
  fail(picture: string, play?: Play): Promise<Told>
  /** Reads what the window says. */
  read(picture: string): Promise<Told>
  /** The license panel's "Executions", once the product is shown. */
  executions(): Promise<number>
  /** Back to an empty gate. */
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
      // The node changes answers.
      LATCHKEY_PUBLIC_KEYS: 'none',
      // As a vendor's copy has it.
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
      // A sync of before would be used for half a minute; after a sleep it is not.
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
