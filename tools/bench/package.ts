/**
 * The size that packaging adds: the release build of this app compared with the Electron
 * distribution in it. Sizes hardly vary, so three runs are enough.
 */

import { sizeOf } from '../../packages/electron-tools/src/cli/package-layout.ts'
import { buildPackage, initialise } from '../../test/package/build-package.ts'
import { copyRepository } from '../../test/support/copy-repository.ts'
import { findElectron } from '../set-up/electron.js'
import { SetupError } from '../set-up/setup-error.js'
import type { Bench, Pair } from './harness.ts'

const RUNS = 3

async function* packages(): AsyncGenerator<Pair> {
  const electron = findElectron()
  if (electron === undefined) throw new SetupError('There is no Electron yet. Run: npm run set-up')
  const copy = await copyRepository()
  try {
    const secrets = ['one', 'two', 'three'].map((name) => `${name}-of-the-secrets-of-nobody`)
    await initialise(copy.dir, 'https://license.harbour.example/', { secrets, publicKeys: 'none' })
    for (let run = 0; run < RUNS; run++) {
      const { layout } = await buildPackage(copy.dir)
      const baseline = (await sizeOf(electron.distDir)) / 1e6
      yield { measured: (await sizeOf(layout.dir)) / 1e6 - baseline, baseline }
    }
  } finally {
    await copy.remove()
  }
}

export const rows: readonly Bench[] = [
  {
    name: 'what packaging adds',
    baseline: 'the bare Electron distribution',
    goal: '<= 0.01',
    unit: 'MB',
    run: packages,
  },
]
