import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isLongRun, SEED } from '../../packages/client/src/license/testing/seeded-random.ts'
import { mutate } from '../../tools/attack/proof/mutation.ts'
import { mutations } from '../../tools/attack/proof/mutations.ts'
import { nodePath, rootDir } from '../../tools/set-up/places.js'

const steps = isLongRun ? mutations.length : 12

// A short run takes few of them out, and would hide for long that one is written differently by now.
test.each(mutations)('stands in the source, to be taken out: $step', (mutation) => {
  expect(() => mutate(readFileSync(join(rootDir, mutation.file), 'utf8'), mutation)).not.toThrow()
})

test(
  `no attack comes through the key exchange, and each of ${steps} steps taken out of it is noticed (seed ${SEED})`,
  async () => {
    // In a process of its own: the mutants are made by hooks of Node's own loader.
    const { stdout } = await promisify(execFile)(
      nodePath,
      [join(rootDir, 'tools/attack/proof/run.ts'), '--steps', String(steps), '--seed', String(SEED)],
      { cwd: rootDir },
    ).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`)
    })
    expect(stdout).toContain(`${steps} steps removed: ${steps} detected, 0 not`)
  },
  isLongRun ? 300_000 : 120_000,
)
