import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { measureTemplate } from './template-size.js'

const FILES: Record<string, number> = {
  'src/main/index.ts': 10,
  'src/main/index.test.ts': 1_000,
  'src/renderer/product/page.css': 20,
  'electron.vite.config.ts': 7,
  'biome.json': 3,
  '.editorconfig': 4,
  'new-tool.config.mjs': 5,
  'README.md': 1_000,
  'package-lock.json': 1_000,
}

test('counts every file by its place, but for tests, documents and the lock file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-size-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const [file, lines] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), 'a line\n'.repeat(lines))
  }
  expect(measureTemplate(dir).map(({ lines }) => lines)).toEqual([30, 10, 7, 3 + 4 + 5 + 7])
})
