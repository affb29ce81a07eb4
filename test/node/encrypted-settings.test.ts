import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { nodePath, rootDir } from '../../tools/set-up/places.js'

const guide = readFileSync(join(rootDir, 'docs', 'guides', 'license-an-app-you-have.md'), 'utf8')

/** The code of the guide whose first line is a comment with this name. */
function codeOf(name: string): string {
  const block = [...guide.matchAll(/```js\n(.*?)```/gs)].find(([, code]) => code?.startsWith(`// ${name}`))
  return block?.[1] ?? ''
}

test('the code of the guide encrypts the settings, and reads them again', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-encrypted-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const folder of ['resources', 'src/main']) mkdirSync(join(dir, folder), { recursive: true })
  const settings = { syncUrl: 'https://license.example/', secrets: ['first', 'second', 'third'] }
  writeFileSync(join(dir, 'latchkey.json'), JSON.stringify(settings))
  writeFileSync(join(dir, 'encrypt-settings.mjs'), codeOf('encrypt-settings.mjs'))
  writeFileSync(join(dir, 'src', 'main', 'read-settings.js'), codeOf('read-settings.js'))
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
  execFileSync(nodePath, ['encrypt-settings.mjs'], { cwd: dir })
  const path = join(dir, 'resources', 'settings.bin')
  expect(readFileSync(path, 'latin1')).not.toContain('second')
  const { readSettings } = await import(pathToFileURL(join(dir, 'src', 'main', 'read-settings.js')).href)
  expect(readSettings(path)).toEqual(settings)
})
