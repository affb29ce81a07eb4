import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rootDir } from '../../tools/set-up/places.js'

// These tests start all programs, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

// The test reads Linux's table of processes. The code that ends them is the same on macOS.
const onLinux = test.skipIf(process.platform !== 'linux')

let dataDir: string
let start: ChildProcess

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-start-'))
})
afterEach(async () => {
  for (const { pid } of await processes()) process.kill(pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/**
 * The processes with the folder of this start in their environment: the script, the service and
 * those of the app.
 */
async function processes(): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const read = await Promise.all(
    pids.map(async (pid) => {
      const [command, environment] = await Promise.all(
        // The process has ended in the meantime.
        ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')),
      )
      return { pid: Number(pid), command: command ?? '', environment: environment ?? '' }
    }),
  )
  return read.filter(({ command, environment }) => (command + environment).includes(dataDir))
}

const isRenderer = ({ command }: { command: string }) => command.includes('--type=renderer')
const isApp = ({ command }: { command: string }) =>
  command.includes('electron') && !command.includes('--type=')

/** Starts everything by a parent process, as npm does, and waits until the window is open. */
async function startEverything(): Promise<void> {
  start = spawn('sh', ['-c', `"${process.execPath}" tools/app.js start --data "${dataDir}"; exit $?`], {
    cwd: rootDir,
    stdio: 'ignore',
  })
  await vi.waitUntil(async () => (await processes()).some(isRenderer), { timeout: 45_000, interval: 200 })
}

const everythingGone = () =>
  vi.waitUntil(async () => (await processes()).length === 0, { timeout: 20_000, interval: 200 })

const script = async () => (await processes()).find(({ command }) => /node\0tools\/app\.js/.test(command))

onLinux('Ctrl-C ends the app and the service, and leaves no process behind', async () => {
  await startEverything()
  const { pid } = (await script()) ?? expect.fail('the script is not running')
  const ended = new Promise((resolve) => start.once('exit', resolve))
  process.kill(pid, 'SIGINT')
  expect(await ended).toBe(0)
  await everythingGone()
})

onLinux('closing the window ends the service as well', async () => {
  await startEverything()
  const { pid } = (await processes()).find(isApp) ?? expect.fail('the app is not running')
  process.kill(pid, 'SIGTERM')
  await everythingGone()
})

onLinux('nothing outlives the program that started it all', async () => {
  await startEverything()
  start.kill('SIGKILL')
  await everythingGone()
})
