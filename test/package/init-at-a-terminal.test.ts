import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolsEnv } from '../../tools/set-up/run.js'
import { copyRepository, type RepositoryCopy } from '../support/copy-repository.ts'

const SECRET = 'a-shared-secret-of-somebody'
/** What `npm run init` does after set-up. */
const START = `import { runAppCommand } from './tools/app.js'
process.exitCode = await runAppCommand(['init'])
`
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g')

// `script` gives a command a terminal of its own; macOS has another of that name.
describe.runIf(process.platform === 'linux')('npm run init, at a terminal', () => {
  let copy: RepositoryCopy
  beforeAll(async () => {
    copy = await copyRepository()
  })
  afterAll(() => copy?.remove())

  /** Types an answer whenever something is asked, as long as there are any. */
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
    const identity = ['a/b', 'Harbour', '', 'no id', 'org.harbour.desktop', '', '', 'help@harbour.example']
    const service = ['http://license.harbour.example', 'https://license.harbour.example/', '', '', '']
    const { exitCode, shown } = await answer([...identity, ...service, SECRET, `${SECRET}-2`, `${SECRET}-3`])
    expect(shown).toContain('It must look like com.example.app.')
    expect(shown).toContain('It must be an https: address.')
    expect(shown).toContain('Harbour can be built: npm run package')
    expect(shown).not.toContain(SECRET)
    expect(exitCode).toBe(0)
    expect(await readFile(join(copy.dir, 'package.json'), 'utf8')).not.toBe(before)
    expect(await readFile(join(copy.dir, '.env'), 'utf8')).toContain(`LATCHKEY_SECRET_3=${SECRET}-3\n`)
  }, 60_000)

  test('takes Enter for "as it is", and writes nothing when it is stopped', async () => {
    const before = await readFile(join(copy.dir, '.env'), 'utf8')
    const stopped = await answer(['Pilot', '\u0003'])
    expect(stopped.shown).toContain('Stopped. Nothing was changed.')
    expect(stopped.exitCode).toBe(1)
    const again = await answer(Array<string>(13).fill(''))
    expect(again.exitCode).toBe(0)
    expect(again.shown).not.toContain('Changed:')
    expect(await readFile(join(copy.dir, '.env'), 'utf8')).toBe(before)
  }, 60_000)
})
