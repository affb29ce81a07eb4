/**
 * Proves the attack lab: takes the steps of the verification out of the key exchange, one at a time, and plays the
 * attack that has to notice. First every attack is played on the whole exchange, where none may fall. In plain Node,
 * with a real service, over real connections. Ends with exit code 1 when a step can be taken out unnoticed.
 * Usage: node tools/attack/proof/run.ts [--steps N --seed S]   (only N steps, drawn by the seed)
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

/** Most of the time is spent waiting for time limits. */
const AT_A_TIME = 8

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
    const fallen = (await playAll(parts)).filter(({ reasons }) => reasons.length > 0)
    const chosen = choose(mutations, count, Number(options.seed ?? 0))
    const proofs = await proveAll(parts, chosen)
    const unnoticed = proofs.filter(({ finding }) => finding.reasons.length === 0)
    console.log(
      table(
        ['step taken out', 'attack', 'what noticed'],
        proofs.map(({ mutation, finding }) => [
          mutation.step,
          mutation.attack,
          finding.reasons[0] ?? 'NOTHING: the step can be taken out',
        ]),
      ),
    )
    for (const { attack, reasons } of fallen)
      console.log(`FELL on the whole exchange: ${attack.name}: ${reasons.join('; ')}`)
    console.log(
      `\n${attacks.length} attacks on the whole exchange: ${fallen.length} fell. ` +
        `${proofs.length} steps taken out: ${proofs.length - unnoticed.length} noticed, ${unnoticed.length} not`,
    )
    return fallen.length + unnoticed.length === 0 ? 0 : 1
  } finally {
    await service.close()
  }
}

type Parts = Omit<ExchangeTargetParts, 'createKeyExchange'>

async function playAll(parts: Parts): Promise<readonly Finding[]> {
  const targets = await Promise.all(
    Array.from({ length: AT_A_TIME }, () => openExchangeTarget({ ...parts, createKeyExchange })),
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
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
  } finally {
    modules.close()
  }
  return chosen.flatMap((mutation) => proofs.get(mutation) ?? [])
}

await runMain(main)
