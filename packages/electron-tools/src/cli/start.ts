import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildWhenStale, cacheDirOf } from '../development/build-when-stale.ts'
import { cleanAppEnv, type DemoService, licensingEnv, startDemoService } from '../development/demo-service.ts'
import { hasDisplay, withDisplay } from '../development/display.ts'
import { enterDemoKeys, tableOfRows } from '../development/enter-demo-keys.ts'
import { terminationRequested } from '../development/processes.ts'
import { openApp } from '../development/running-app.ts'
import { table } from '../development/table.ts'
import { CommandError, log, type Project } from './project.ts'

export interface StartOptions {
  readonly fresh: boolean
  readonly data?: string
}

/**
 * Starts the license service with a demo project, prints its keys and opens the app. Ctrl-C or
 * closing the window stops everything. Without a display it enters the demo keys by itself.
 */
export async function start({ rootDir }: Project, options: StartOptions): Promise<void> {
  buildWhenStale(rootDir)
  if (hasDisplay()) await openWithDemo(rootDir, options, false)
  else await enterKeysWithoutDisplay(rootDir)
}

export async function dev({ rootDir }: Project, options: StartOptions): Promise<void> {
  requireDisplay()
  buildWhenStale(rootDir)
  await openWithDemo(rootDir, options, true)
}

export async function app({ rootDir }: Project): Promise<void> {
  requireDisplay()
  buildWhenStale(rootDir)
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  await runUntilClosed(rootDir, env, false)
}

function requireDisplay(): void {
  if (!hasDisplay()) {
    throw new CommandError('There is no display. Without one, npm start enters the demo keys by itself.')
  }
}

async function openWithDemo(
  rootDir: string,
  { fresh, data }: StartOptions,
  reopenOnChange: boolean,
): Promise<void> {
  // Not deleted between starts, so that the app can store its license.
  const demoDir = data === undefined ? join(cacheDirOf(rootDir), 'demo') : resolve(data)
  if (fresh) rmSync(demoDir, { recursive: true, force: true })
  mkdirSync(demoDir, { recursive: true })
  const service = await startDemoService({ rootDir, database: `sqlite:${join(demoDir, 'service.sqlite')}` })
  try {
    process.stdout.write(
      `\nThe license service is running at ${service.url}\n${consoleLine(service)}\n${table(['demo key', ''], Object.entries(service.keys))}\n\nEnter one in the window. Press Ctrl-C to stop. npm start -- --fresh creates new keys.\n\n`,
    )
    const env = cleanAppEnv({
      ...licensingEnv(service),
      LATCHKEY_USER_DATA_DIR: join(demoDir, 'user-data'),
    })
    await runUntilClosed(rootDir, env, reopenOnChange, service)
  } finally {
    await service.close()
  }
}

const consoleLine = ({ consoleUrl }: DemoService): string =>
  consoleUrl === undefined
    ? ''
    : `To see its keys and orders in a browser, open this link. It signs you in once:\n${consoleUrl}\n`

async function runUntilClosed(
  rootDir: string,
  env: NodeJS.ProcessEnv,
  reopenOnChange: boolean,
  service?: DemoService,
): Promise<void> {
  const opened = openApp(rootDir, env, reopenOnChange)
  const serviceEnded = service?.ended.then(
    () => 'The license service has exited. The reason is printed above.',
  )
  const error = await Promise.race([
    opened.ended,
    ...(serviceEnded === undefined ? [] : [serviceEnded]),
    terminationRequested().then(() => undefined),
  ])
  await opened.close()
  if (error !== undefined) throw new CommandError(error)
}

/** Takes a picture of each outcome in `artifacts/tour/`. */
async function enterKeysWithoutDisplay(rootDir: string): Promise<void> {
  // The windows, the service and the display are terminated when this process exits.
  void terminationRequested().then(() => process.exit(1))
  log('There is no display. Entering the demo keys on a virtual one ...')
  const picturesDir = join(rootDir, 'artifacts', 'tour')
  rmSync(picturesDir, { recursive: true, force: true })
  const rows = await withDisplay(async () => {
    const service = await startDemoService({ rootDir })
    try {
      log(
        `${consoleLine(service)}The service ends with the last key. npx latchkey-service serve --demo keeps one.\n`,
      )
      return await enterDemoKeys(service.keys, picturesDir, { appDir: rootDir, env: licensingEnv(service) })
    } finally {
      await service.close()
    }
  })
  process.stdout.write(`\n${tableOfRows(rows)}\n`)
  if (!rows.every(({ isRight }) => isRight)) process.exitCode = 1
}
