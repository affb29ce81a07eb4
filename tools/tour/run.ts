import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { licensingEnv, startDemoService } from '../../packages/electron/src/development/demo-service.ts'
import { withDisplay } from '../../packages/electron/src/development/display.ts'
import { enterDemoKeys, tableOfRows } from '../../packages/electron/src/development/enter-demo-keys.ts'
import { terminationRequested } from '../../packages/electron/src/development/processes.ts'
import { electronPath } from '../set-up/launcher.js'
import { rootDir } from '../set-up/places.js'
import { log, runMain } from '../set-up/setup-error.js'
import { takeGuidePictures } from './guide-pictures.ts'
import { openStateWindow, type StateLanguage } from './state-window.ts'
import { STATES } from './states.ts'

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
const DOCS_MODES = ['light', 'dark']

const MODES: Readonly<Record<string, { language: StateLanguage; colorScheme: 'light' | 'dark' }>> = {
  light: { language: 'en', colorScheme: 'light' },
  dark: { language: 'en', colorScheme: 'dark' },
  german: { language: 'de', colorScheme: 'light' },
}

// The windows, the service and the display are terminated when this process exits.
void terminationRequested().then(() => process.exit(1))

await runMain(async () => {
  const isRight = await withDisplay(runTour)
  return isRight ? 0 : 1
})

/** @returns whether every demo key had the expected outcome */
async function runTour(): Promise<boolean> {
  const service = await startDemoService()
  try {
    rmSync(picturesDir, { recursive: true, force: true })
    mkdirSync(picturesDir, { recursive: true })
    log('Entering the demo keys ...')
    const env = licensingEnv(service)
    const options = { appDir: rootDir, executablePath: electronPath(), env }
    const rows = await enterDemoKeys(service.keys, picturesDir, options)
    process.stdout.write(`\n${tableOfRows(rows)}\n`)
    log('Taking a picture of every state ...')
    await takePictures(env, service.keys['valid'] ?? '')
    process.stdout.write(
      `\n${STATES.length} states in ${relative(rootDir, picturesDir)}/{${Object.keys(MODES).join(',')}}/\n`,
    )
    if (process.argv.includes('--docs')) {
      replaceDocsPictures()
      await takeGuidePictures(env, service.keys, docsDir)
    }
    return rows.every(({ isRight }) => isRight)
  } finally {
    await service.close()
  }
}

/** Takes a picture of every state in every mode. */
async function takePictures(env: Record<string, string>, validKey: string): Promise<void> {
  const window = await openStateWindow(env, validKey)
  try {
    for (const [mode, { language, colorScheme }] of Object.entries(MODES)) {
      await window.page.emulateMedia({ colorScheme })
      for (const state of STATES) {
        await window.show(state, language)
        await window.page.screenshot({ path: join(picturesDir, mode, `${state.name}.png`) })
      }
    }
  } finally {
    await window.close()
  }
}

function replaceDocsPictures(): void {
  rmSync(docsDir, { recursive: true, force: true })
  mkdirSync(docsDir, { recursive: true })
  for (const state of DOCS_STATES) {
    for (const mode of DOCS_MODES) {
      copyFileSync(join(picturesDir, mode, `${state}.png`), join(docsDir, `${state}-${mode}.png`))
    }
  }
}
