import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binDir, rootDir } from '../../tools/set-up/places.js'

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
    '../../service/src/http/app.ts',
  ],
  'packages/management/src': ['electron', 'fastify', 'node:fs', '@latchkey/service', '@latchkey/client'],
  'packages/client/src/license': [
    'electron',
    'electron-store',
    'react',
    '@latchkey/electron/main',
    '@latchkey/management',
    '../../../electron/src/main/compose.ts',
  ],
  'packages/client/src/device': ['electron', '@latchkey/electron/main', '@latchkey/service'],
  'packages/electron/src/main': [
    'react',
    '@latchkey/react',
    '@latchkey/service',
    '@latchkey/management',
    '../../../client/src/index.ts',
  ],
  'packages/electron/src/preload': ['node:fs', '@latchkey/protocol', 'typebox', '../settings.ts'],
  'packages/react/src/gate': [
    'electron',
    'node:fs',
    'typebox',
    '@latchkey/protocol',
    '@latchkey/electron/main',
    'systeminformation',
  ],
  'src/main': [
    'react',
    '@latchkey/react',
    '@latchkey/client',
    '@latchkey/service',
    '../renderer/product/ProductPage.tsx',
    '../preload/index.ts',
  ],
  'src/preload': ['node:fs', 'typebox', '@latchkey/client', '@latchkey/electron/main', '../main/index.ts'],
  'src/renderer/product': [
    'electron',
    'node:fs',
    'typebox',
    '@latchkey/electron/main',
    '../../main/index.ts',
    'systeminformation',
  ],
  'packages/service/src/domain': [
    'fastify',
    'kysely',
    'pg',
    'node:sqlite',
    '../http/routes/sync.ts',
    '../security/seal.ts',
    '../storage/storage.ts',
    '../server.ts',
  ],
  'packages/service/src/http': [
    'kysely',
    'node:sqlite',
    '../storage/sqlite/storage.ts',
    '../storage/open.ts',
  ],
  'packages/service/src/storage/sqlite': [
    'fastify',
    'pg',
    '../postgres/storage.ts',
    '../../http/routes/sync.ts',
    '../../server.ts',
  ],
  'packages/service/src/storage/postgres': [
    'fastify',
    'node:sqlite',
    '../sqlite/storage.ts',
    '../../http/routes/sync.ts',
    '../../server.ts',
  ],
  'packages/service/src/storage/sql': ['fastify', 'pg', 'node:sqlite', '../sqlite/storage.ts'],
  'packages/vendor/src': ['@latchkey/service', '../../service/src/http/app.ts', 'fastify', 'electron'],
}

/** One import that each zone lives by: the rules refuse by intention and not by refusing everything. */
const ALLOWED: Record<string, string> = {
  'packages/protocol/src': "import { createHash } from 'node:crypto'\nexport const used = createHash",
  'packages/management/src': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'packages/client/src/license': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'packages/client/src/device': "import { createHash } from 'node:crypto'\nexport const used = createHash",
  'packages/electron/src/main':
    "import { createGate } from '@latchkey/client'\nexport const used = createGate",
  'packages/electron/src/preload':
    "import type { AppInfo } from '../ipc/ipc-contract.ts'\nexport type Used = AppInfo",
  'packages/react/src/gate':
    "import type { AppInfo } from '@latchkey/electron/ipc'\nexport type Used = AppInfo",
  'src/main': "import { app } from 'electron'\nexport const used = app",
  'src/preload':
    "import { exposeLatchkeyBridge } from '@latchkey/electron/preload'\nexport const used = exposeLatchkeyBridge",
  'src/renderer/product': "import { startPage } from '@latchkey/react'\nexport const used = startPage",
  'packages/service/src/domain': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'packages/service/src/http': "import Fastify from 'fastify'\nexport const used = Fastify",
  'packages/service/src/storage/sqlite':
    "import type { Storage } from '../storage.ts'\nexport type Used = Storage",
  'packages/service/src/storage/postgres': "import pg from 'pg'\nexport const used = pg",
  'packages/service/src/storage/sql': "import { sql } from 'kysely'\nexport const used = sql",
  'packages/vendor/src': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
}

/** Ways to import a value of the IPC contract into a page, where only types may go. */
const VALUES_OF_CONTRACT = [
  "import { IPC_PARAMETERS } from '@latchkey/electron/ipc'\nexport const used = IPC_PARAMETERS",
  "import { type AppInfo, IPC_PARAMETERS } from '@latchkey/electron/ipc'\nexport const used = IPC_PARAMETERS as unknown as AppInfo",
  "import '@latchkey/electron/ipc'",
  "export { IPC_PARAMETERS } from '@latchkey/electron/ipc'",
  "export const used = import('@latchkey/electron/ipc')",
]
const TYPES_ONLY_ZONES = ['packages/react/src', 'src/renderer']

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
  cpSync(join(rootDir, 'tools', 'lint'), join(projectDir, 'tools', 'lint'), { recursive: true })
  for (const [zone, sources] of Object.entries(REFUSED)) {
    sources.forEach((source, index) => {
      write(refusedFile(zone, index), `import { x } from '${source}'\nexport const used = x\n`)
    })
  }
  for (const [zone, text] of Object.entries(ALLOWED)) write(allowedFile(zone), `${text}\n`)
  for (const zone of TYPES_ONLY_ZONES) {
    VALUES_OF_CONTRACT.forEach((text, index) => {
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

test.each(TYPES_ONLY_ZONES)('%s takes only types from the IPC contract', (zone) => {
  const unnoticed = VALUES_OF_CONTRACT.filter(
    (_, index) => !said.get(valueFile(zone, index))?.includes('plugin'),
  )
  expect(unnoticed).toEqual([])
})
