import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodePath, rootDir } from '../../tools/set-up/places.js'

const SECRETS = ['first-secret-Zq7', 'second-secret-Xw8', 'third-secret-Yv9']

let outDir: string

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'latchkey-out-'))
  const electronVite = join(rootDir, 'node_modules/electron-vite/bin/electron-vite.js')
  await promisify(execFile)(nodePath, [electronVite, 'build', '--outDir', outDir], {
    cwd: rootDir,
    env: {
      ...process.env,
      LATCHKEY_SECRET_1: SECRETS[0],
      LATCHKEY_SECRET_2: SECRETS[1],
      LATCHKEY_SECRET_3: SECRETS[2],
    },
  })
}, 60_000)
afterAll(() => rm(outDir, { recursive: true, force: true }))

async function readAll(folder: string): Promise<string> {
  const dir = join(outDir, folder)
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  return texts.join('\n')
}

/** The encodings in which a bundler or an obfuscator may write a text. */
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  [...Buffer.from(secret)].join(','),
]

test('a build bakes the shared secrets into the main process, and into nothing that a window loads', async () => {
  const main = await readAll('main')
  for (const secret of SECRETS) expect(main).toContain(secret)

  for (const folder of ['renderer', 'preload']) {
    const text = await readAll(folder)
    expect(text.length, folder).toBeGreaterThan(500)
    for (const spelling of SECRETS.flatMap(spellings)) expect(text, folder).not.toContain(spelling)
    expect(text, folder).not.toContain('LATCHKEY_SECRET')
  }
})
