/**
 * The attack lab: a hostile license service against the real app in its real window. Prints a table on standard
 * output: attack, what the app did, held or fell. Ends with exit code 1 when one fell. Without a display it opens a
 * virtual one. Change the app, then run it again.
 * Usage: npm run attack [-- [--only NAME] [--json FILE] [--list] [--app DIR]]
 *   NAME: any part of an attack's name; DIR: the folder of another app than this one, built
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../build.js'
import { hasDisplay, openVirtualDisplay } from '../set-up/display.js'
import { log, runMain } from '../set-up/setup-error.js'
import { table } from '../table.js'
import type { Attack } from './attack.ts'
import { attackApp } from './attack-app.ts'
import { attacks } from './attacks.ts'
import type { Finding } from './evaluate.ts'
import { CONTROL } from './target.ts'

const WINDOWS = 3

async function main(): Promise<number> {
  const { values: options } = parseArgs({
    options: {
      only: { type: 'string' },
      json: { type: 'string' },
      list: { type: 'boolean' },
      app: { type: 'string' },
    },
  })
  const chosen = attacks.filter(({ name }) => name.includes(options.only ?? ''))
  if (options.list) {
    console.log(chosen.map(({ name }) => name).join('\n'))
    return 0
  }
  if (chosen.length === 0) {
    log(`There is no attack of that name. All of them: npm run attack -- --list`)
    return 2
  }
  const startedAt = performance.now()
  const findings = await play(chosen, options.app)
  const fallen = findings.filter(({ reasons }) => reasons.length > 0)
  console.log(
    table(
      ['attack', 'what the app did', ''],
      findings.map((finding) => [finding.attack.name, describe(finding), verdict(finding)]),
    ),
  )
  for (const { attack, reasons } of fallen) console.log(`\nFELL: ${attack.name}\n  ${reasons.join('\n  ')}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const held = findings.length - fallen.length
  console.log(
    `\n${findings.length - 1} attacks and one control in ${seconds} s: ${held} held, ${fallen.length} fell`,
  )
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify(findings.map(plain), null, 2)}\n`)
  return fallen.length === 0 ? 0 : 1
}

async function play(chosen: readonly Attack[], appDir: string | undefined): Promise<readonly Finding[]> {
  if (appDir === undefined) await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const count = chosen.length + 1
  let done = 0
  try {
    return await attackApp(chosen, {
      windows: WINDOWS,
      appDir,
      onFinding({ attack, reasons }) {
        done++
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done} of ${count}: ${attack.name}`)
        if (process.stderr.isTTY && done === count) process.stderr.write('\r\u001b[K')
        if (reasons.length > 0) log(`FELL: ${attack.name}: ${reasons.join('; ')}`)
      },
    })
  } finally {
    await display?.close()
  }
}

function describe({ attack, observation: { isOpen, told, afterMs } }: Finding): string {
  const seconds = `${(afterMs / 1000).toFixed(1)} s`
  if (attack === CONTROL) return `opened (${seconds})`
  if (isOpen) return `opened, as its signature is true; shown as plain text and sane values (${seconds})`
  return `stayed locked: ${told ?? 'said nothing'} (${seconds})`
}

const verdict = ({ reasons }: Finding): string => (reasons.length === 0 ? 'held' : 'FELL')

const plain = ({ attack, observation, reasons }: Finding) => ({
  name: attack.name,
  held: reasons.length === 0,
  reasons,
  opened: observation.isOpen,
  told: observation.told ?? null,
  afterMs: Math.round(observation.afterMs),
})

await runMain(main)
