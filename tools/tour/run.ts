import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { licensingEnv, startDemoService } from '../demo-service.js'
import { terminationRequested } from '../processes.js'
import { hasDisplay, openVirtualDisplay } from '../set-up/display.js'
import { rootDir } from '../set-up/places.js'
import { log, runMain } from '../set-up/setup-error.js'
import { table } from '../table.js'
import { enterDemoKeys } from './enter-demo-keys.ts'
import { MODES, type Mode, takePictures } from './take-pictures.ts'

const picturesDir = join(rootDir, 'artifacts', 'tour')
const docsDir = join(rootDir, 'docs', 'pictures')

/** The states in README.md, each light and dark. */
const DOCS_STATES = [
  'empty',
  'pasted-e-mail',
  'refused-KEY_EXPIRED',
  'failed-captive-portal',
  'licensed',
  'device',
]
const DOCS_MODES: readonly Mode[] = ['light', 'dark']

// The windows, the service and the display are terminated when this process exits.
void terminationRequested().then(() => process.exit(1))

await runMain(async () => {
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const service = await startDemoService()
  try {
    rmSync(picturesDir, { recursive: true, force: true })
    mkdirSync(picturesDir, { recursive: true })
    log('Entering the demo keys ...')
    const env = licensingEnv(service)
    const rows = await enterDemoKeys({ env, keys: service.keys, picturesDir })
    process.stdout.write(
      `\n${table(
        ['key', 'code shown', 'as expected', 'message', 'picture'],
        rows.map(({ name, code, isRight, message, picture }) => [
          name,
          code,
          isRight ? 'yes' : 'NO',
          message,
          relative(rootDir, picture),
        ]),
      )}\n`,
    )
    log('Taking a picture of every state ...')
    const validKey = service.keys['valid'] ?? ''
    const count = await takePictures({ env, validKey, picturesDir })
    process.stdout.write(
      `\n${count} states, each in ${MODES.join(', ')}: ${relative(rootDir, picturesDir)}/{${MODES.join(',')}}/\n`,
    )
    if (process.argv.includes('--docs')) replaceDocsPictures()
    return rows.every(({ isRight }) => isRight) ? 0 : 1
  } finally {
    await service.close()
    await display?.close()
  }
})

function replaceDocsPictures(): void {
  rmSync(docsDir, { recursive: true, force: true })
  mkdirSync(docsDir, { recursive: true })
  for (const state of DOCS_STATES) {
    for (const mode of DOCS_MODES) {
      copyFileSync(join(picturesDir, mode, `${state}.png`), join(docsDir, `${state}-${mode}.png`))
    }
  }
}
