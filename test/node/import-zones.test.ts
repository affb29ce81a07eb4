import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binDir, rootDir } from '../../scripts/set-up/places.js'

/**
 * Every import that a zone must not make, by the zone's folder. The table of ARCHITECTURE.md, turned round: what it
 * does not allow is tried here.
 */
const REFUSED: Record<string, readonly string[]> = {
  'packages/protocol/src': [
    'fastify',
    'electron',
    'node:fs',
    '@latchkey/service',
    '../../service/src/app.ts',
  ],
  'src/shared': ['electron', 'react', 'node:fs', '../main/settings.ts', '@latchkey/service'],
  'src/main': [
    '../renderer/start-page.tsx',
    '../preload/index.ts',
    'react',
    '@latchkey/service',
    '@latchkey/vendor',
    '../../packages/protocol/src/index.ts',
  ],
  'src/main/desktop': ['../compose.ts', '../../renderer/start-page.tsx'],
  'src/main/license': ['electron', '../desktop/window.ts', '../ipc/register-handlers.ts', '../compose.ts'],
  'src/main/device': ['electron', '../desktop/window.ts', '@latchkey/service'],
  'src/preload': [
    'node:fs',
    '@latchkey/protocol',
    'typebox',
    '../main/settings.ts',
    '../renderer/start-page.tsx',
  ],
  'src/renderer/gate': [
    'electron',
    'node:fs',
    '@latchkey/protocol',
    'typebox',
    '../../main/settings.ts',
    '../../preload/index.ts',
    'systeminformation',
  ],
  'packages/service/src/domain': [
    'fastify',
    'kysely',
    'pg',
    'node:sqlite',
    '../routes/sync.ts',
    '../storage/sqlite/storage.ts',
    '../server.ts',
  ],
  'packages/service/src/routes': [
    'kysely',
    'node:sqlite',
    '../storage/sqlite/storage.ts',
    '../storage/open.ts',
  ],
  'packages/service/src/storage/sqlite': [
    'fastify',
    'pg',
    '../postgres/storage.ts',
    '../../routes/sync.ts',
    '../../server.ts',
  ],
  'packages/service/src/storage/postgres': [
    'fastify',
    'node:sqlite',
    '../sqlite/storage.ts',
    '../../routes/sync.ts',
    '../../server.ts',
  ],
  'packages/service/src/storage/sql': ['fastify', 'pg', 'node:sqlite', '../sqlite/storage.ts'],
  'packages/vendor/src': ['@latchkey/service', '../../service/src/app.ts', 'fastify', 'electron'],
}

/** One import that each zone lives by: the rules refuse by intention and not by refusing everything. */
const ALLOWED: Record<string, string> = {
  'packages/protocol/src': "import { createHash } from 'node:crypto'\nexport const used = createHash",
  'src/shared': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'src/main': "import { app } from 'electron'\nexport const used = app",
  'src/main/license': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'src/main/device': "import { createHash } from 'node:crypto'\nexport const used = createHash",
  'src/preload': "import type { AppInfo } from '../shared/ipc-contract.ts'\nexport type Used = AppInfo",
  'src/renderer/gate':
    "import type { AppInfo } from '../../shared/ipc-contract.ts'\nexport type Used = AppInfo",
  'packages/service/src/domain': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'packages/service/src/routes': "import Fastify from 'fastify'\nexport const used = Fastify",
  'packages/service/src/storage/sqlite':
    "import type { Storage } from '../storage.ts'\nexport type Used = Storage",
  'packages/service/src/storage/postgres': "import pg from 'pg'\nexport const used = pg",
  'packages/service/src/storage/sql': "import { sql } from 'kysely'\nexport const used = sql",
  'packages/vendor/src': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
}

/** Ways to take a value from src/shared into a window, where types alone may go. */
const VALUES_OF_SHARED = [
  "import { IPC_PARAMETERS } from '../shared/ipc-contract.ts'\nexport const used = IPC_PARAMETERS",
  "import { type AppInfo, IPC_PARAMETERS } from '../shared/ipc-contract.ts'\nexport const used = IPC_PARAMETERS as unknown as AppInfo",
  "import '../shared/ipc-contract.ts'",
  "export { IPC_PARAMETERS } from '../shared/ipc-contract.ts'",
  "export const used = import('../shared/ipc-contract.ts')",
]

const ZONE_RULE = 'lint/style/noRestrictedImports'

let projectDir: string
/** By file: the categories of what Biome says about it. */
let said: Map<string, string[]>

const refusedFile = (zone: string, index: number) => `${zone}/refused-${index}.ts`
const allowedFile = (zone: string) => `${zone}/allowed.ts`
const valueFile = (zone: string, index: number) => `${zone}/value-${index}.ts`

// One project with every violation in it, and one run over it.
beforeAll(() => {
  projectDir = mkdtempSync(join(tmpdir(), 'latchkey-zones-'))
  const config = JSON.parse(readFileSync(join(rootDir, 'biome.json'), 'utf8'))
  config.vcs = { enabled: false }
  write('biome.json', JSON.stringify(config))
  cpSync(join(rootDir, 'scripts', 'lint'), join(projectDir, 'scripts', 'lint'), { recursive: true })
  for (const [zone, sources] of Object.entries(REFUSED)) {
    sources.forEach((source, index) => {
      write(refusedFile(zone, index), `import { x } from '${source}'\nexport const used = x\n`)
    })
  }
  for (const [zone, text] of Object.entries(ALLOWED)) write(allowedFile(zone), `${text}\n`)
  for (const zone of ['src/preload', 'src/renderer']) {
    VALUES_OF_SHARED.forEach((text, index) => {
      write(valueFile(zone, index), `${text}\n`)
    })
  }
  const lint = spawnSync(join(binDir, 'biome'), ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: projectDir,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  said = new Map()
  for (const { category, location } of JSON.parse(lint.stdout).diagnostics) {
    const file = String(location.path?.file ?? location.path)
      .replaceAll('\\', '/')
      .replace(/^\.\//, '')
    said.set(file, [...(said.get(file) ?? []), category])
  }
})
afterAll(() => rmSync(projectDir, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(projectDir, path)), { recursive: true })
  writeFileSync(join(projectDir, path), text)
}

test.each(
  Object.entries(REFUSED).flatMap(([zone, sources]) =>
    sources.map((source, index) => ({ zone, source, file: refusedFile(zone, index) })),
  ),
)('$zone may not import $source', ({ file }) => {
  expect(said.get(file)).toContain(ZONE_RULE)
})

test.each(Object.keys(ALLOWED))('%s may import what it lives by', (zone) => {
  const about = said.get(allowedFile(zone)) ?? []
  expect(about.filter((category) => category === ZONE_RULE || category === 'plugin')).toEqual([])
})

test.each(['src/preload', 'src/renderer'])('%s takes types alone from src/shared', (zone) => {
  const unnoticed = VALUES_OF_SHARED.filter(
    (_, index) => !said.get(valueFile(zone, index))?.includes('plugin'),
  )
  expect(unnoticed).toEqual([])
})
