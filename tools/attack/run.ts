/**
 * Runs attacks of a hostile license service on the real app in its window. Prints a table of the
 * attacks and the app's reactions. Exits with code 1 if the app failed against an attack. Without a
 * display it starts a virtual one.
 * Usage: npm run attack [-- --only NAME]   (NAME: any part of an attack's name)
 */
import { parseArgs } from 'node:util'
import { withDisplay } from '../../packages/electron-tools/src/development/display.ts'
import { table } from '../../packages/electron-tools/src/development/table.ts'
import { buildWhenStale } from '../build.js'
import { log, runMain } from '../set-up/setup-error.js'
import type { Attack } from './attack.ts'
import { attackApp } from './attack-app.ts'
import { attacks } from './attacks.ts'
import type { Finding } from './evaluate.ts'
import { CONTROL } from './run-attacks.ts'

const WINDOWS = 3

async function main(): Promise<number> {
  const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
  const chosen = attacks.filter(({ name }) => name.includes(only))
  if (chosen.length === 0) {
    log(`There is no attack with this name. There are:\n${attacks.map(({ name }) => name).join('\n')}`)
    return 2
  }
  const startedAt = performance.now()
  const findings = await runChosen(chosen)
  const failed = findings.filter(({ reasons }) => reasons.length > 0)
  console.log(
    table(
      ['attack', 'what the app did', ''],
      findings.map((finding) => [finding.attack.name, describe(finding), verdict(finding)]),
    ),
  )
  for (const { attack, reasons } of failed) console.log(`\nFAILED: ${attack.name}\n  ${reasons.join('\n  ')}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const passed = findings.length - failed.length
  console.log(
    `\n${findings.length - 1} attacks and one control in ${seconds} s: ${passed} passed, ${failed.length} failed`,
  )
  return failed.length === 0 ? 0 : 1
}

async function runChosen(chosen: readonly Attack[]): Promise<readonly Finding[]> {
  await buildWhenStale()
  const count = chosen.length + 1
  let done = 0
  return withDisplay(() =>
    attackApp(chosen, WINDOWS, ({ attack, reasons }) => {
      done++
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done} of ${count}: ${attack.name}`)
      if (process.stderr.isTTY && done === count) process.stderr.write('\r\u001b[K')
      if (reasons.length > 0) log(`FAILED: ${attack.name}: ${reasons.join('; ')}`)
    }),
  )
}

function describe({ attack, observation: { isOpen, reportedCode, afterMs } }: Finding): string {
  const seconds = `${(afterMs / 1000).toFixed(1)} s`
  if (attack === CONTROL) return `opened (${seconds})`
  if (isOpen) return `opened: the signature is correct, and the data was shown safely (${seconds})`
  return `stayed locked: ${reportedCode ?? 'no outcome'} (${seconds})`
}

const verdict = ({ reasons }: Finding): string => (reasons.length === 0 ? 'passed' : 'FAILED')

await runMain(main)
