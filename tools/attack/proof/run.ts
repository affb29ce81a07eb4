/**
 * Mutation test of the attack lab. First runs all attacks on the unmodified key exchange, where all
 * must fail. Then removes one verification step at a time and runs the attack that must detect it.
 * Uses a real service without Electron. Exits with code 1 if a removed step is not detected.
 * Usage: node tools/attack/proof/run.ts [--steps N --seed S]   (N random steps, selected by the seed)
 */
import { parseArgs } from 'node:util'
import { createKeyExchange } from '../../../packages/client/src/license/key-exchange.ts'
import { startDemoService } from '../../demo-service.js'
import { runMain } from '../../set-up/setup-error.js'
import { table } from '../../table.js'
import { attacks } from '../attacks.ts'
import { choose } from '../choose.ts'
import { evaluate, type Finding } from '../evaluate.ts'
import { type ExchangeTargetParts, openExchangeTarget } from '../exchange-target.ts'
import { runAttacks } from '../run-attacks.ts'
import { CONTROL } from '../target.ts'
import { openMutantModules } from './mutant-modules.ts'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'

/** High, because most attacks wait for time limits. */
const CONCURRENCY = 8

interface Proof {
  readonly mutation: Mutation
  readonly finding: Finding
}

async function main(): Promise<number> {
  const { values: options } = parseArgs({ options: { steps: { type: 'string' }, seed: { type: 'string' } } })
  const count = Number(options.steps ?? mutations.length)
  const service = await startDemoService()
  const { appName, executor, secrets, userAgent } = service
  const parts = { service, settings: { appName, executor, secrets, userAgent } }
  try {
    const failed = (await attackAll(parts)).filter(({ reasons }) => reasons.length > 0)
    const chosen = choose(mutations, count, Number(options.seed ?? 0))
    const proofs = await proveAll(parts, chosen)
    const undetected = proofs.filter(({ finding }) => finding.reasons.length === 0)
    console.log(
      table(
        ['removed step', 'attack', 'detected by'],
        proofs.map(({ mutation, finding }) => [
          mutation.step,
          mutation.attack,
          finding.reasons[0] ?? 'NOT DETECTED',
        ]),
      ),
    )
    for (const { attack, reasons } of failed)
      console.log(`FAILED on the unmodified exchange: ${attack.name}: ${reasons.join('; ')}`)
    console.log(
      `\n${attacks.length} attacks on the unmodified exchange: ${failed.length} failed. ` +
        `${proofs.length} steps removed: ${proofs.length - undetected.length} detected, ${undetected.length} not`,
    )
    return failed.length + undetected.length === 0 ? 0 : 1
  } finally {
    await service.close()
  }
}

type Parts = Omit<ExchangeTargetParts, 'createKeyExchange'>

async function attackAll(parts: Parts): Promise<readonly Finding[]> {
  const targets = await Promise.all(
    Array.from({ length: CONCURRENCY }, () => openExchangeTarget({ ...parts, createKeyExchange })),
  )
  try {
    return await runAttacks([CONTROL, ...attacks], targets)
  } finally {
    await Promise.all(targets.map((target) => target.close()))
  }
}

async function proveAll(parts: Parts, chosen: readonly Mutation[]): Promise<readonly Proof[]> {
  const modules = openMutantModules(chosen)
  const waiting = [...chosen]
  const proofs = new Map<Mutation, Proof>()
  const work = async (): Promise<void> => {
    for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
      const attack = [CONTROL, ...attacks].find(({ name }) => name === mutation.attack)
      if (attack === undefined) throw new Error(`There is no attack "${mutation.attack}".`)
      const target = await openExchangeTarget({ ...parts, createKeyExchange: await modules.load(mutation) })
      try {
        proofs.set(mutation, { mutation, finding: evaluate(attack, await target.run(attack)) })
      } finally {
        await target.close()
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
  } finally {
    modules.close()
  }
  return chosen.flatMap((mutation) => proofs.get(mutation) ?? [])
}

await runMain(main)
