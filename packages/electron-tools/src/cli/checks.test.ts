import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE_CHECKS, PROJECT_CHECKS } from './checks.ts'

test('the guide lists every check', () => {
  const rows = [...PROJECT_CHECKS, ...PACKAGE_CHECKS].map(([reads, refuses]) => `| ${reads} | ${refuses} |\n`)
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/ship-it.md'), 'utf8')
  expect(guide).toContain(`\n| what is read | what is refused |\n|---|---|\n${rows.join('')}\n`)
})
