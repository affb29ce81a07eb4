/**
 * Typing and pasting a key: the longest task of the gate page. Tasks of 50 ms and more are long
 * tasks, which users notice.
 *
 * Each run opens a new window of the built app with a local license service. The page continuously
 * posts messages to itself; the longest gap between two of them is the longest task. Other load on
 * the machine is included.
 */

import { licensingEnv, startDemoService } from '../../packages/electron/src/development/demo-service.ts'
import { hasDisplay, openVirtualDisplay } from '../../packages/electron/src/development/display.ts'
import type { OpenWindow } from '../../packages/electron/src/development/open-window.ts'
import { buildWhenStale } from '../build.js'
import { openWindow } from '../open-window.js'
import type { Bench, Pair } from './harness.ts'

const RUNS = 7
const LONG_TASK_MS = 50
/** A fast typist: twenty letters per second. */
const BETWEEN_LETTERS_MS = 50
const KEY = 'kJdLwPqAzXmNbVcRtYuIoPaSdFgHjKlQ'
const E_MAIL = `Hello Ada,\n\n${'thank you for your order. '.repeat(400)}\n\nYour license key:\n\n    ${KEY}\n`

type Act = (opened: OpenWindow) => Promise<void>

const typeKey: Act = ({ window }) => window.keyboard.type(KEY, { delay: BETWEEN_LETTERS_MS })

const pasteEMail: Act = async ({ electron, window }) => {
  await electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), E_MAIL)
  await window.keyboard.press('ControlOrMeta+v')
}

async function* longestTasks(act: Act): AsyncGenerator<Pair> {
  await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const service = await startDemoService()
  try {
    for (let run = 0; run < RUNS; run++) {
      const opened = await openWindow({ env: licensingEnv(service) })
      try {
        yield { measured: await longestTask(opened, act), baseline: LONG_TASK_MS }
      } finally {
        await opened.close()
      }
    }
  } finally {
    await service.close()
    await display?.close()
  }
}

async function longestTask(opened: OpenWindow, act: Act): Promise<number> {
  const { window } = opened
  const field = window.getByRole('textbox', { name: 'License key' })
  await field.waitFor()
  // The button is enabled once React has rendered the page.
  await window.locator('button[type=submit]:enabled').waitFor()
  await window.evaluate(watchForGaps)
  await act(opened)
  await window.waitForFunction((key) => document.querySelector('textarea')?.value === key, KEY)
  return window.evaluate(afterNextFrame)
}

declare global {
  interface Window {
    longestGapMs?: number
  }
}

function watchForGaps(): void {
  const { port1, port2 } = new MessageChannel()
  let last = performance.now()
  window.longestGapMs = 0
  port2.onmessage = () => {
    const now = performance.now()
    window.longestGapMs = Math.max(window.longestGapMs ?? 0, now - last)
    last = now
    port1.postMessage(null)
  }
  port1.postMessage(null)
}

/** Includes the rendering of the last input. */
const afterNextFrame = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(window.longestGapMs ?? 0)))
  })

const row = (name: string, act: Act): Bench => ({
  name,
  baseline: 'a long task',
  goal: '<= 1.00',
  unit: 'ms',
  run: () => longestTasks(act),
})

export const rows: readonly Bench[] = [
  row('longest task while a key is typed', typeKey),
  row('longest task while an e-mail is pasted', pasteEMail),
]
