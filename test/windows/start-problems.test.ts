import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { modulesDir, rootDir } from '../../tools/set-up/places.js'
import { launchApp } from '../support/launch-app.ts'
import { closeMessageBox } from '../support/message-box.ts'
import { type AppProcess, startAppProcess } from '../support/start-process.ts'
import { startService } from '../support/start-service.ts'

// The test finds message boxes with a tool of X11.
const onLinux = test.skipIf(process.platform !== 'linux')

const TITLE = `${manifest.productName} cannot start`

let dir: string
const running: AppProcess[] = []
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-start-problem-'))
})
afterEach(async () => {
  for (const app of running.splice(0)) await app.end()
  await chmod(join(dir, 'profile'), 0o755).catch(() => {})
  await rm(dir, { recursive: true, force: true })
})

function start(userDataDir: string, appDir?: string): AppProcess {
  const app = startAppProcess(userDataDir, appDir === undefined ? {} : { appDir })
  running.push(app)
  return app
}

/** Expects a message box with these texts, and closes it. */
async function expectProblem(app: AppProcess, ...texts: string[]): Promise<void> {
  await closeMessageBox(TITLE)
  expect(await app.exited).toBe(1)
  for (const text of texts) expect(app.output()).toContain(text)
}

/** A copy of the built app, which a test can damage. */
async function copyApp(): Promise<string> {
  const appDir = join(dir, 'app')
  await mkdir(appDir)
  for (const part of ['out', 'package.json'])
    await cp(join(rootDir, part), join(appDir, part), { recursive: true })
  await symlink(modulesDir, join(appDir, 'node_modules'))
  return appDir
}

onLinux(
  'a data folder that cannot be written is named in a message, and the app does not end as if all were well',
  async () => {
    const profile = join(dir, 'profile')
    await mkdir(profile, { mode: 0o555 })
    await expectProblem(start(profile), 'cannot write to its data folder', profile, 'Allow your user')
  },
)

onLinux('a data folder that cannot be made is named in a message', async () => {
  await writeFile(join(dir, 'file'), '')
  const profile = join(dir, 'file', 'profile')
  await expectProblem(start(profile), 'cannot write to its data folder', profile)
})

onLinux.each([
  ['a gate that is empty', 'out/renderer/gate/index.html', ''],
  ['a gate that is missing', 'out/renderer/gate/index.html', undefined],
])('%s is named in a message, without a stack trace', async (_name, file, content) => {
  const appDir = await copyApp()
  const path = join(appDir, file)
  if (content === undefined) await rm(path)
  else await writeFile(path, content)
  await expectProblem(
    start(join(dir, 'profile'), appDir),
    'is missing or damaged',
    path,
    `Install ${manifest.productName} again`,
  )
})

onLinux('a product page that is missing is named in a message, not shown as an empty window', async () => {
  const appDir = await copyApp()
  const path = join(appDir, 'out/renderer/product/index.html')
  await rm(path)
  const service = await startService()
  try {
    const app = await launchApp({ appDir, env: service.appEnv })
    const exited = new Promise((resolve) => app.electron.process().once('exit', resolve))
    await app.window.evaluate((key) => void window.latchkey.license.activate(key), service.keys.valid)
    await closeMessageBox(TITLE)
    expect(await exited).toBe(1)
  } finally {
    await service.close()
  }
})
