import { setTimeout as delay } from 'node:timers/promises'
import type { LicenseView } from '../../packages/client/src/license/license-view.ts'
import { type OpenWindow, openWindow } from '../open-window.js'
import type { Attack } from './attack.ts'
import { type Observation, UNSHOWABLE } from './evaluate.ts'
import { type HostileNode, openHostileNode, type RealService } from './hostile-node.ts'
import type { Target } from './target.ts'

/** Longer than all time limits of a key check together. */
const OUTCOME_LIMIT_MS = 40_000
const LIFE_SIGN_LIMIT_MS = 10_000
const TRIES_TO_RECOVER = 2

const NOTHING_SEEN = { isOpen: false, told: undefined, view: undefined, afterMs: 0 } as const

export interface AppTargetParts {
  readonly service: RealService
  /** Points the app at the service; the hostile node puts itself in between. */
  readonly env: Readonly<Record<string, string>>
  /** The built app; this one unless told otherwise. */
  readonly appDir?: string | undefined
}

/** The real app in its real window. It is opened when it is first needed, and again when an attack is over for it. */
export async function openAppTarget({ service, env, appDir }: AppTargetParts): Promise<Target> {
  const node = await openHostileNode(service)
  let stage: Stage | undefined

  async function endStage(): Promise<void> {
    const ended = stage
    stage = undefined
    await ended?.close()
  }

  async function ready(attack: Attack): Promise<Stage> {
    // A sync answer of before would be used still.
    if (attack.sync !== undefined) await endStage()
    node.play(attack.sync === undefined ? undefined : attack)
    if (stage === undefined) {
      stage = await openStage(node, { ...env, LATCHKEY_SYNC_URL: node.url }, appDir)
      // The older answer that a replay needs.
      if (attack.sync === undefined) await stage.recover(service)
    }
    return stage
  }

  return {
    async run(attack) {
      let observation: Observation
      try {
        observation = await (await ready(attack)).run(attack, service)
      } catch (error) {
        const [why] = String(error).split('\n')
        observation = { ...NOTHING_SEEN, traffic: node.traffic(), faults: [`it could not be played: ${why}`] }
      }
      if (attack.endsWindow || observation.faults.length > 0) await endStage()
      return observation
    },
    async close() {
      await endStage()
      await node.close()
    },
  }
}

/** One open window, from the first attack to the last that it lives through. */
interface Stage {
  run(attack: Attack, service: RealService): Promise<Observation>
  recover(service: RealService): Promise<string | undefined>
  close(): Promise<void>
}

async function openStage(
  node: HostileNode,
  env: Record<string, string>,
  appDir: string | undefined,
): Promise<Stage> {
  const app = await openWindow({ env, ...(appDir !== undefined && { appDir }) })
  const { window: page } = app
  let faults: string[] = []
  page.on('pageerror', (error) => faults.push(`the page threw: ${error.message}`))
  page.on('crash', () => faults.push('the page crashed'))
  await watchMainProcess(app)

  async function press(key: string): Promise<string | undefined> {
    await page.getByRole('textbox', { name: 'License key' }).fill(key)
    await page.getByRole('button', { name: 'Activate' }).click()
    const outcome = page.locator('[data-code]').first()
    return (
      (await outcome.getAttribute('data-code', { timeout: OUTCOME_LIMIT_MS }).catch(() => undefined)) ??
      undefined
    )
  }

  /** Undefined when all is well again: the honest service opens the app, and it locks when the key is forgotten. */
  async function recover({ keys }: RealService): Promise<string | undefined> {
    node.play(undefined)
    let told: string | undefined
    for (let tries = 0; tries < TRIES_TO_RECOVER && told !== 'KEY_VALID'; tries++) {
      told = await press(keys['valid'] ?? '')
    }
    if (told !== 'KEY_VALID') return `afterwards, the honest service was told as ${told}`
    await forget()
    return undefined
  }

  async function forget(): Promise<void> {
    // Not awaited in the page: its answer may be overtaken by the way back to the gate.
    await page.evaluate(() => void window.latchkey.license.forget())
    await page.getByRole('textbox', { name: 'License key' }).waitFor()
  }

  return {
    recover,
    async run(attack, service) {
      faults = []
      // What a sync at launch brought about counts, too.
      if (attack.sync === undefined) node.play(attack)
      const startedAt = performance.now()
      const told = await press(service.keys[attack.key ?? 'valid'] ?? '')
      const afterMs = performance.now() - startedAt
      if (attack.watched !== undefined) await delay(attack.watched.ms)
      const traffic = node.traffic()
      const seen = await within(LIFE_SIGN_LIMIT_MS, look(app)).catch(() => undefined)
      if (seen === undefined) faults.push('the window or the main process no longer answers')
      else faults.push(...seen.faults)
      const isOpen = seen?.isOpen ?? false
      if (seen !== undefined && isOpen) await forget()
      if (seen !== undefined && !attack.endsWindow) {
        const trouble = await recover(service).catch((error: unknown) => String(error))
        if (trouble !== undefined) faults.push(trouble)
      }
      const { cookies } = node.traffic()
      return { isOpen, told, view: seen?.view, afterMs, traffic: { ...traffic, cookies }, faults }
    },
    close: app.close,
  }
}

interface Sight {
  readonly isOpen: boolean
  readonly view: LicenseView
  readonly faults: readonly string[]
}

/** Looks at everything that a window shows, and asks the main process for what it must not give. */
async function look({ window: page, electron }: OpenWindow): Promise<Sight> {
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
        ? ['the window shows no sane value']
        : []),
    ],
  }
}

/** An exception that nobody catches would open a message box over the app, and nothing more would be heard of it. */
const watchMainProcess = ({ electron }: OpenWindow): Promise<void> =>
  electron.evaluate(() => {
    const errors: string[] = []
    Object.assign(globalThis, { latchkeyAttackErrors: errors })
    process.on('uncaughtExceptionMonitor', (error) => errors.push(error.message))
  })

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
