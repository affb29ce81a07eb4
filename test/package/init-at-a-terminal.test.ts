import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadEnv } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolsEnv } from '../../tools/set-up/run.js'
import { copyRepository, type RepositoryCopy } from '../support/copy-repository.ts'
import { runRelease } from './build-package.ts'

const LOOPBACK = 'http://127.0.0.1:8080'
const ADDRESS = 'https://license.harbour.example/'
const SECRET = "a-shared-secret-of-o'brien-$HOME"
/** The script does what `npm run init` does after set-up. */
const START = `import { runAppCommand } from './tools/app.js'
process.exitCode = await runAppCommand(['init'])
`
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g')

// `script` gives a command a terminal of its own. On macOS, a different program has this name.
describe.runIf(process.platform === 'linux')('npm run init, at a terminal', () => {
  let copy: RepositoryCopy
  beforeAll(async () => {
    copy = await copyRepository()
  })
  afterAll(() => copy?.remove())

  /** Types the answers, one for each question. */
  async function answer(answers: readonly string[]): Promise<{ exitCode: number; shown: string }> {
    await writeFile(join(copy.dir, 'start-init.js'), START)
    const env = Object.entries(toolsEnv()).filter(([name]) => !name.startsWith('LATCHKEY_'))
    const child = spawn(
      'script',
      ['--quiet', '--return', '--command', `'${process.execPath}' start-init.js`, '/dev/null'],
      {
        cwd: copy.dir,
        env: Object.fromEntries(env),
      },
    )
    const left = [...answers]
    let shown = ''
    let seen = 0
    child.stdout.on('data', (chunk) => {
      shown = (shown + String(chunk)).replace(ESCAPES, '')
      if (!/: $/.test(shown.slice(seen))) return
      seen = shown.length
      const next = left.shift()
      if (next === undefined) child.stdin.end()
      else child.stdin.write(next.length === 1 && next < ' ' ? next : `${next}\r`)
    })
    const [exitCode] = (await once(child, 'close')) as [number]
    return { exitCode, shown }
  }

  test('asks again after an answer that cannot be, and shows no secret', async () => {
    const before = await readFile(join(copy.dir, 'package.json'), 'utf8')
    const identity = ['a/b', 'Quay', '', 'no id', 'test.quay.desktop', '', 'Ada', 'Quay Ltd']
    const files = ['no-such-file', '', 'package.json', '']
    const service = ['help@harbour.example', 'http://license.harbour.example', ADDRESS, '', '', '']
    const publicKeys = ['kid=', 'none']
    const secrets = [SECRET, `${SECRET}-2`, `${SECRET}-3`]
    const { exitCode, shown } = await answer([...identity, ...files, ...service, ...publicKeys, ...secrets])
    expect(shown).toContain('It must look like com.example.app.')
    expect(shown).toContain('It must be a text file that is not empty.')
    expect(shown).toContain('It must be an SVG file.')
    expect(shown).toContain('It must be an https: address. While developing, http://127.0.0.1:PORT')
    expect(shown).toContain('It must look like ID=KEY,ID=KEY, or be none.')
    expect(shown).toContain('Quay can be built: npm run package')
    expect(shown).not.toContain(SECRET)
    expect(exitCode).toBe(0)
    expect(await readFile(join(copy.dir, 'package.json'), 'utf8')).not.toBe(before)
    expect(loadEnv('production', copy.dir, 'LATCHKEY_SECRET_3')).toEqual({ LATCHKEY_SECRET_3: `${SECRET}-3` })
  }, 60_000)

  const READ_ONLY = ['LICENSE', 'resources/icon.svg', 'resources/icon.icns', 'resources/icons/16x16.png']

  test('takes own license terms and an own mark, and leaves both alone when it is run again', async () => {
    const path = (name: string) => join(copy.dir, name)
    await writeFile(path('terms.txt'), 'Ask us.\n')
    await writeFile(path('mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><title>Own</title></svg>\n')
    const run = (...args: string[]) => runRelease(copy.dir, ['init', '--yes', ...args])
    await rm(path('resources/icons'), { recursive: true })
    const first = await run('--license', 'terms.txt', '--mark', 'mark.svg')
    expect(first.exitCode, first.output).toBe(0)
    expect(await readFile(path('LICENSE'), 'utf8')).toBe('Ask us.\n')
    expect(await readFile(path('NOTICE'), 'utf8')).toContain('contains Latchkey, under this license:')
    const before = await Promise.all(READ_ONLY.map((name) => readFile(path(name))))
    const again = await run('--name', 'Pilot', '--holder', 'Bo', '--accent', '#112233')
    expect(again.output).toContain('Changed: package.json')
    expect(again.output).not.toMatch(/Changed: (LICENSE|resources)/)
    expect(await Promise.all(READ_ONLY.map((name) => readFile(path(name))))).toEqual(before)
  }, 120_000)

  test('accepts a service on this machine, which cannot be released', async () => {
    const { exitCode, output } = await runRelease(copy.dir, ['init', '--yes', '--sync-url', LOOPBACK])
    expect(exitCode, output).toBe(0)
    expect(output).toContain('Before a release: LATCHKEY_SYNC_URL must be an https: address')
    const packed = await runRelease(copy.dir, ['package', '--targets', 'dir'])
    expect(packed.exitCode).toBe(1)
    expect(packed.output).toContain('LATCHKEY_SYNC_URL must be an https: address')
  }, 60_000)

  test('says which settings another file overrides, and which cannot be written', async () => {
    await writeFile(join(copy.dir, '.env.local'), 'LATCHKEY_EXECUTOR=other\n')
    const overridden = await runRelease(copy.dir, ['init', '--yes', '--executor', 'quay'])
    await rm(join(copy.dir, '.env.local'))
    expect(overridden.exitCode, overridden.output).toBe(0)
    expect(overridden.output).toContain('LATCHKEY_EXECUTOR in .env has no effect')
    const secret = { LATCHKEY_SECRET_1: `'a"b\`c` }
    const before = await readFile(join(copy.dir, 'package.json'), 'utf8')
    const refused = await runRelease(copy.dir, ['init', '--yes', '--name', 'Other'], secret)
    expect(refused.output).toContain('LATCHKEY_SECRET_1 cannot be written to .env')
    expect(refused.output).not.toContain('Changed:')
    expect(refused.exitCode).toBe(1)
    expect(await readFile(join(copy.dir, 'package.json'), 'utf8')).toBe(before)
  }, 60_000)

  test('takes Enter for "as it is", and writes nothing when it is stopped', async () => {
    const before = await readFile(join(copy.dir, '.env'), 'utf8')
    const stopped = await answer(['Pilot', '\u0003'])
    expect(stopped.shown).toContain('Stopped. Nothing was changed.')
    expect(stopped.exitCode).toBe(1)
    const again = await answer(Array<string>(17).fill(''))
    expect(again.exitCode).toBe(0)
    expect(again.shown).not.toContain('Changed:')
    expect(await readFile(join(copy.dir, '.env'), 'utf8')).toBe(before)
  }, 60_000)

  test.each(['init', 'package', 'check'])('%s answers --help without Electron', async (command) => {
    const cacheDir = join(copy.dir, 'node_modules/.cache')
    await rm(cacheDir, { force: true })
    const help = [join(copy.dir, 'tools/app.js'), command, '--help']
    const { stdout } = await promisify(execFile)(process.execPath, help, { cwd: copy.dir })
    expect(stdout).toContain(`Usage: latchkey-app ${command} [options]`)
    expect(existsSync(cacheDir)).toBe(false)
  })
})
