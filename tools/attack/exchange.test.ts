import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAttackedService } from './attacked-service.ts'
import { attacks } from './attacks.ts'
import type { Finding } from './evaluate.ts'
import { openExchangeTarget } from './exchange-target.ts'
import { CONTROL, runAttacks, type Target } from './run-attacks.ts'

/** The number is high, because some attacks wait for time limits. */
const CONCURRENCY = 8

const played = [CONTROL, ...attacks]
const targets: Target[] = []
const findings = new Map<string, Finding>()
let service: Awaited<ReturnType<typeof startAttackedService>>

beforeAll(async () => {
  service = await startAttackedService()
  for (let count = 0; count < CONCURRENCY; count++) targets.push(await openExchangeTarget(service))
  await runAttacks(played, targets, (finding) => findings.set(finding.attack.name, finding))
}, 120_000)
afterAll(async () => {
  await Promise.all(targets.map((target) => target.close()))
  await service.close()
})

test.each(played.map(({ name }) => name))('the key exchange withstands: %s', (name) => {
  expect(findings.get(name)?.reasons).toEqual([])
})

test('each attack has a name of its own', () => {
  expect(findings.size).toBe(played.length)
})
