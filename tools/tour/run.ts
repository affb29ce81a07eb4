/**
 * Enters every demo key in a new window and prints a table of the outcomes. Then takes a picture of
 * every state of the window: light, dark and German. The pictures are in artifacts/tour/. Exits
 * with code 1 if an outcome is not the expected one. Without a display it starts a virtual one.
 * Usage: npm run tour [-- [--docs] [--large]]
 *   --docs   also replace the pictures in docs/pictures/
 *   --large  also take every picture with text at twice its size
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { licensingEnv, startDemoService } from '../../packages/electron-tools/src/development/demo-service.ts'
import { withDisplay } from '../../packages/electron-tools/src/development/display.ts'
import { enterDemoKeys, tableOfRows } from '../../packages/electron-tools/src/development/enter-demo-keys.ts'
import { terminationRequested } from '../../packages/electron-tools/src/development/processes.ts'
import { buildWhenStale } from '../build.js'
import { electronPath } from '../set-up/launcher.js'
import { rootDir } from '../set-up/places.js'
import { log, runMain } from '../set-up/setup-error.js'
import { takeConsolePictures } from './console-pictures.ts'
import { takeCustomerPicture } from './customer-picture.ts'
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

interface Mode {
  readonly language: StateLanguage
  readonly colorScheme: 'light' | 'dark'
  readonly textSize?: string
}

const MODES: Readonly<Record<string, Mode>> = {
  light: { language: 'en', colorScheme: 'light' },
  dark: { language: 'en', colorScheme: 'dark' },
  german: { language: 'de', colorScheme: 'light' },
}

const LARGE_MODES = Object.fromEntries(
  Object.entries(MODES).map(([name, mode]) => [`${name}-large`, { ...mode, textSize: '200%' }]),
)

const modes = process.argv.includes('--large') ? { ...MODES, ...LARGE_MODES } : MODES

// The windows, the service and the display are terminated when this process exits.
void terminationRequested().then(() => process.exit(1))

await runMain(async () => {
  await buildWhenStale()
  return (await withDisplay(runTour)) ? 0 : 1
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
      `\n${STATES.length} states in ${relative(rootDir, picturesDir)}/{${Object.keys(modes).join(',')}}/\n`,
    )
    if (process.argv.includes('--docs')) {
      replaceDocsPictures()
      await takeGuidePictures(env, service.keys, docsDir)
      await takeConsolePictures(docsDir)
      await takeCustomerPicture(docsDir)
    }
    return rows.every(({ isRight }) => isRight)
  } finally {
    await service.close()
  }
}

async function takePictures(env: Record<string, string>, validKey: string): Promise<void> {
  const window = await openStateWindow(env, validKey)
  try {
    for (const [mode, { language, colorScheme, textSize }] of Object.entries(modes)) {
      await window.page.emulateMedia({ colorScheme })
      for (const state of STATES) {
        await window.show(state, language, textSize)
        const path = join(picturesDir, mode, `${state.name}.png`)
        await window.page.screenshot({ path, fullPage: textSize !== undefined })
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
