import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REQUIRED_NAMES, SETTING_NAMES } from '../../packages/electron/src/settings.ts'
import { rootDir } from '../../tools/set-up/places.js'

const workflowsDir = join(rootDir, '.github', 'workflows')
const read = (file: string): string => readFileSync(join(workflowsDir, file), 'utf8')

describe.each(readdirSync(workflowsDir))('%s', (file) => {
  const text = read(file)

  test('names every action by the commit that was looked at, and its version beside it', () => {
    const uses = [...text.matchAll(/\buses: (.*)$/gm)].map(([, action = '']) => action)
    expect(uses.length).toBeGreaterThan(0)
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('may only read, unless a job says what else it needs', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
    expect(text.match(/: write\b/g)?.length ?? 0).toBe(file === 'release.yml' ? 1 : 0)
    expect(text).not.toContain('pull_request_target')
    expect(text.match(/actions\/checkout@/g)?.length).toBe(text.match(/persist-credentials: false/g)?.length)
  })

  test('puts nothing that somebody else wrote into a command', () => {
    const commands = [...text.matchAll(/\brun: (?:[>|]-?\n((?: {8,}.*\n)+)|(.*))/g)].map((found) =>
      found.join(),
    )
    for (const command of commands) expect(command).not.toContain('${{')
  })
})

test('the release workflow builds and checks with every setting, and takes the required ones from secrets', () => {
  const release = read('release.yml')
  for (const name of SETTING_NAMES) {
    const source = REQUIRED_NAMES.includes(name) ? 'secrets' : 'vars'
    expect(release.split(`\n          ${name}: \${{ ${source}.${name} }}\n`), name).toHaveLength(2)
  }
})
