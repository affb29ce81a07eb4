import { setTimeout as delay } from 'node:timers/promises'
import { DEVICES_LISTED } from '@latchkey/protocol'
import type { LicenseView } from '../../packages/client/src/license/license-view.ts'
import type { OpenWindow } from '../../packages/electron-tools/src/development/open-window.ts'
import { openWindow } from '../open-window.js'
import type { Attack, AttackedUse } from './attack.ts'
import { type Observation, UNSHOWABLE } from './evaluate.ts'
import { type HostileNode, openHostileNode, type RealService } from './hostile-node.ts'
import { type Target, within } from './run-attacks.ts'

/** This limit is longer than the sum of all time limits of a key check. */
const OUTCOME_LIMIT_MS = 40_000
const INSPECT_LIMIT_MS = 10_000
const MAX_RECOVERY_ATTEMPTS = 2

const NO_OBSERVATION = { isOpen: false, reportedCode: undefined, view: undefined, afterMs: 0 } as const

const OFFER = 'KEY_HWID_LOCKED'
const OFFER_BUTTONS: Readonly<Record<AttackedUse, string>> = {
  move: 'Use it on this computer instead',
  devices: 'Choose a computer to release',
  trial: 'Start a 14-day trial',
}

type OfferedUse = Exclude<AttackedUse, 'trial'>

interface OfferingService extends RealService {
  /** A new key, for which the gate of this computer offers a move or a list. */
  createOffered(use: OfferedUse): Promise<string>
}

/**
 * The real app in its real window. It restarts if an attack requires it.
 * @param env licensing settings of the service, whose sync URL is replaced by the hostile node's
 */
export async function openAppTarget(
  service: OfferingService,
  env: Readonly<Record<string, string>>,
): Promise<Target> {
  const node = await openHostileNode(service)
  let running: RunningApp | undefined
  let usedSettings: string | undefined

  async function closeApp(): Promise<void> {
    const closing = running
    running = undefined
    await closing?.close()
  }

  async function prepareApp(attack: Attack): Promise<RunningApp> {
    // A running app would use its previous sync answer and settings, so it is started again.
    const publicKeys = attack.hasPublicKeys ? (env['LATCHKEY_PUBLIC_KEYS'] ?? '') : 'none'
    const hasTrials = attack.use === 'trial' ? 'yes' : 'no'
    const settings = `${publicKeys} ${hasTrials}`
    if (attack.sync !== undefined || settings !== usedSettings) await closeApp()
    usedSettings = settings
    node.play(attack.sync === undefined ? undefined : attack)
    if (running === undefined) {
      running = await startApp(service, node, {
        ...env,
        LATCHKEY_SYNC_URL: node.url,
        LATCHKEY_PUBLIC_KEYS: publicKeys,
        LATCHKEY_TRIAL: hasTrials,
      })
      // Records an earlier answer for replay attacks.
      if (attack.sync === undefined) {
        const problem = await running.recover()
        if (problem !== undefined) throw new Error(problem)
      }
    }
    return running
  }

  return {
    async run(attack) {
      let observation: Observation
      try {
        observation = await (await prepareApp(attack)).run(attack)
      } catch (error) {
        const [why] = String(error).split('\n')
        observation = {
          ...NO_OBSERVATION,
          traffic: node.traffic(),
          faults: [`the attack could not be run: ${why}`],
        }
      }
      if (attack.endsWindow || observation.faults.length > 0) await closeApp()
      return observation
    },
    async close() {
      await closeApp()
      await node.close()
    },
  }
}

/** An open window, which is used for several attacks. */
interface RunningApp {
  run(attack: Attack): Promise<Observation>
  /** Activates and forgets a key with the honest service. Returns an error message. */
  recover(): Promise<string | undefined>
  close(): Promise<void>
}

async function startApp(
  { keys, createOffered }: OfferingService,
  node: HostileNode,
  env: Record<string, string>,
): Promise<RunningApp> {
  const app = await openWindow({ env })
  const { window: page } = app
  let faults: string[] = []
  page.on('pageerror', (error) => faults.push(`the page threw: ${error.message}`))
  page.on('crash', () => faults.push('the page crashed'))
  await watchMainProcess(app)

  async function activate(key: string): Promise<string | undefined> {
    const field = page.getByRole('textbox', { name: 'License key' })
    // A change of the text hides an earlier outcome, which would be read in the place of the next.
    await field.clear()
    await field.fill(key)
    await page.getByRole('button', { name: 'Activate' }).click()
    const outcome = page.locator('[data-code]').first()
    const code = await outcome.getAttribute('data-code', { timeout: OUTCOME_LIMIT_MS }).catch(() => null)
    return code ?? undefined
  }

  /** Brings up the offer of an honest service. The returned function accepts it. */
  async function offer(use: AttackedUse): Promise<() => Promise<string | undefined>> {
    node.play(undefined)
    const button = page.getByRole('button', { name: OFFER_BUTTONS[use] })
    if (use === 'trial') await button.waitFor()
    else {
      const code = await activate(await createOffered(use))
      if (code !== OFFER) throw new Error(`instead of an offer, the outcome was ${code}`)
    }
    return async () => {
      await button.click()
      const code = `[data-code]:not([data-code="${OFFER}"])`
      const outcome =
        use === 'devices'
          ? page.getByRole('dialog').locator(`${code}, li`).first()
          : page.locator(code).first()
      await outcome.waitFor({ timeout: OUTCOME_LIMIT_MS }).catch(() => undefined)
      if ((await outcome.count()) === 0) return undefined
      return (await outcome.getAttribute('data-code')) ?? DEVICES_LISTED
    }
  }

  async function recover(): Promise<string | undefined> {
    node.play(undefined)
    let code: string | undefined
    for (let attempt = 0; attempt < MAX_RECOVERY_ATTEMPTS && code !== 'KEY_VALID'; attempt++) {
      code = await activate(keys['valid'] ?? '')
    }
    if (code !== 'KEY_VALID') return `afterwards, the outcome with an honest service was ${code}`
    await forget()
    return undefined
  }

  async function forget(): Promise<void> {
    // The page does not await the call, because the app navigates to the gate before it returns.
    await page.evaluate(() => void window.latchkey.license.forget())
    await page.getByRole('textbox', { name: 'License key' }).waitFor()
  }

  return {
    recover,
    async run(attack) {
      faults = []
      const send =
        attack.use === undefined ? () => activate(keys[attack.key ?? 'valid'] ?? '') : await offer(attack.use)
      // For sync attacks, the traffic since the launch counts as well.
      if (attack.sync === undefined) node.play(attack)
      const startedAt = performance.now()
      const reportedCode = await send()
      const afterMs = performance.now() - startedAt
      if (attack.observeAfter !== undefined) await delay(attack.observeAfter.ms)
      const traffic = node.traffic()
      const seen = await within(INSPECT_LIMIT_MS, inspect(app)).catch(() => undefined)
      if (seen === undefined) faults.push('the window or the main process does not respond')
      else faults.push(...seen.faults)
      const isOpen = seen?.isOpen ?? false
      if (seen !== undefined && isOpen) await forget()
      if (attack.use === 'devices') await page.keyboard.press('Escape')
      if (seen !== undefined && !attack.endsWindow) {
        const problem = await recover().catch((error: unknown) => String(error))
        if (problem !== undefined) faults.push(problem)
      }
      const { cookies } = node.traffic()
      return { isOpen, reportedCode, view: seen?.view, afterMs, traffic: { ...traffic, cookies }, faults }
    },
    close: app.close,
  }
}

interface Inspection {
  readonly isOpen: boolean
  readonly view: LicenseView
  readonly faults: readonly string[]
}

/** Reads everything that the window shows, and requests a file of the product. */
async function inspect({ window: page, electron }: OpenWindow): Promise<Inspection> {
  const shown = await page.evaluate(async () => ({
    view: await window.latchkey.license.view(),
    text: document.body.innerText,
    isInjected: document.querySelector('#latchkey-attack') !== null || 'attacked' in window,
  }))
  const main = await electron.evaluate(async ({ session }) => {
    return {
      status: (await session.fromPartition('persist:latchkey').fetch('app://product/')).status,
      thrown: (globalThis as { latchkeyAttackErrors?: string[] }).latchkeyAttackErrors ?? [],
    }
  })
  const text = shown.text.replaceAll(/[\n\t]/g, ' ')
  return {
    view: shown.view,
    isOpen: main.status === 200 || new URL(page.url()).host === 'product' || shown.view.kind === 'licensed',
    faults: [
      ...main.thrown.map((message) => `the main process threw: ${message}`),
      ...(shown.isInjected ? ['markup became part of the page'] : []),
      ...(UNSHOWABLE.test(text) ? ['the window shows unsafe characters'] : []),
      ...(/\b(NaN|Infinity|undefined|Invalid Date|\[object )/.test(text)
        ? ['the window shows an invalid value']
        : []),
    ],
  }
}

/** Records uncaught exceptions. Electron would only show them in a dialog. */
const watchMainProcess = ({ electron }: OpenWindow): Promise<void> =>
  electron.evaluate(() => {
    const errors: string[] = []
    Object.assign(globalThis, { latchkeyAttackErrors: errors })
    process.on('uncaughtExceptionMonitor', (error) => errors.push(error.message))
  })
