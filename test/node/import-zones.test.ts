import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binDir, rootDir } from '../../tools/set-up/places.js'

/** Imports that must fail, by folder: what the table of ARCHITECTURE.md does not allow. */
const REFUSED: Record<string, readonly string[]> = {
  'packages/protocol/src': [
    'fastify',
    'electron',
    'node:fs',
    '@latchkey/service',
    '../../service/src/http/app.ts',
  ],
  'packages/management/src': ['electron', 'commander', 'papaparse', 'node:fs', '@latchkey/service'],
  // A page uses this package, so it may import only the types of the endpoint tables.
  'packages/import-file/src': ['electron', 'node:fs', 'node:crypto', 'typebox', '@latchkey/management'],
  'packages/shops/src': [
    'fastify',
    'electron',
    'node:fs',
    'node:http',
    '@latchkey/management',
    '@latchkey/service',
  ],
  'packages/command-line/src': ['fastify', '@latchkey/management', '@latchkey/service', '@latchkey/vendor'],
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
    '@latchkey/electron-tools/builder',
    '@electron/fuses',
    '../../../client/src/index.ts',
  ],
  'packages/electron/src/preload': [
    'node:fs',
    '@latchkey/client',
    '@latchkey/protocol',
    'typebox',
    '../settings.ts',
  ],
  'packages/electron-tools/src/cli': [
    'electron',
    '@latchkey/service',
    '@latchkey/react',
    '../../../electron/src/settings.ts',
  ],
  'packages/react/src/gate': [
    'electron',
    'node:fs',
    'typebox',
    '@latchkey/protocol',
    '@latchkey/electron/ipc',
    'systeminformation',
  ],
  'packages/console/src/api': [
    'electron',
    'node:fs',
    'typebox',
    '@latchkey/service',
    '../../../react/src/design/Button.tsx',
    // Only the types and the function for a path may be imported.
    '@latchkey/management',
  ],
  'packages/customer-page/src': [
    'electron',
    'node:fs',
    'typebox',
    '@latchkey/service',
    '@latchkey/console',
    '../../react/src/design/Button.tsx',
    '@latchkey/management',
  ],
  'packages/service/src/checks': [
    'fastify',
    'kysely',
    'pg',
    'node:sqlite',
    '../licenses/storage.ts',
    '../modules.ts',
    '../server.ts',
    '../cli.ts',
  ],
  'packages/service/src/checks/engines': ['fastify', '../../trials/trials.ts', '../../server.ts'],
  'packages/service/src/offline': ['../people/people.ts', '../events/storage.ts', '../cli/serve.ts'],
  'packages/service/src/core/http': ['kysely', 'node:sqlite', '../../checks/parts.ts', '../../server.ts'],
  'packages/service/src/core/storage/sqlite': [
    'fastify',
    'pg',
    '../postgres/storage.ts',
    '../../../server.ts',
  ],
  'packages/service/src/core/storage/postgres': [
    'fastify',
    'node:sqlite',
    '../sqlite/storage.ts',
    '../../../server.ts',
  ],
  'packages/service/src/core/storage/sql': ['fastify', 'pg', 'node:sqlite', '../sqlite/storage.ts'],
  'packages/vendor/src': ['@latchkey/service', '../../service/src/http/app.ts', 'fastify', 'electron'],
  'src/renderer/product': ['electron', 'node:fs', '@latchkey/electron/main', '../../main/index.ts'],
}

/** An import that each folder needs. A rule that refuses everything fails here. */
const ALLOWED: Record<string, string> = {
  'packages/protocol/src': "import { createHash } from 'node:crypto'\nexport const used = createHash",
  'packages/management/src': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'packages/import-file/src': "import Papa from 'papaparse'\nexport const used = Papa",
  'packages/shops/src': "import { createHmac } from 'node:crypto'\nexport const used = createHmac",
  'packages/command-line/src': "import { Option } from 'commander'\nexport const used = Option",
  'packages/client/src/license': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'packages/client/src/device': "import { createHash } from 'node:crypto'\nexport const used = createHash",
  'packages/electron/src/main':
    "import { createGate } from '@latchkey/client'\nexport const used = createGate",
  'packages/electron/src/preload':
    "import { channelOf } from '@latchkey/client/bridge'\nexport const used = channelOf",
  'packages/electron-tools/src/cli':
    "import { SETTING_NAMES } from '@latchkey/electron/settings'\nexport const used = SETTING_NAMES",
  'packages/react/src/gate':
    "import type { AppInfo } from '@latchkey/client/bridge'\nexport type Used = AppInfo",
  'packages/console/src/api':
    "import { requestPath } from '@latchkey/management/request-path'\nexport const used = requestPath",
  'packages/customer-page/src': "import type { Mine } from '@latchkey/management'\nexport type Used = Mine",
  'packages/service/src/checks': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'packages/service/src/checks/engines':
    "import type { CheckStorage } from '../storage.ts'\nexport type Used = CheckStorage",
  'packages/service/src/offline':
    "import type { CheckStorage } from '../checks/storage.ts'\nexport type Used = CheckStorage",
  'packages/service/src/core/http': "import Fastify from 'fastify'\nexport const used = Fastify",
  'packages/service/src/core/storage/sqlite':
    "import type { Storage } from '../storage.ts'\nexport type Used = Storage",
  'packages/service/src/core/storage/postgres': "import pg from 'pg'\nexport const used = pg",
  'packages/service/src/core/storage/sql': "import { sql } from 'kysely'\nexport const used = sql",
  'packages/vendor/src': "import { NEVER } from '@latchkey/protocol'\nexport const used = NEVER",
  'src/renderer/product': "import { startPage } from '@latchkey/react'\nexport const used = startPage",
}

/** Ways to import a value where only types are allowed. */
const VALUE_IMPORTS = [
  "import { HELP_TOPICS } from '@latchkey/client/bridge'\nexport const used = HELP_TOPICS",
  "import { type AppInfo, HELP_TOPICS } from '@latchkey/client/bridge'\nexport const used = HELP_TOPICS as AppInfo",
  "import '@latchkey/client/bridge'",
  "export { HELP_TOPICS } from '@latchkey/client/bridge'",
  "export const used = import('@latchkey/client/bridge')",
]
const VALUE_IMPORTS_DIR = 'packages/react/src'

/** Import rules. Each of them enforces a part of the table. */
const IMPORT_RULES = [
  'lint/style/noRestrictedImports',
  'lint/correctness/noUndeclaredDependencies',
  'lint/correctness/noNodejsModules',
  'plugin',
]

let projectDir: string
/** The categories of Biome's diagnostics, by file. */
let diagnostics: Map<string, string[]>

const refusedFile = (zone: string, index: number) => `${zone}/refused-${index}.ts`
const allowedFile = (zone: string) => `${zone}/allowed.ts`
const valueFile = (index: number) => `${VALUE_IMPORTS_DIR}/value-${index}.ts`

// One run over a project that contains every violation.
beforeAll(() => {
  projectDir = mkdtempSync(join(tmpdir(), 'latchkey-zones-'))
  const config = JSON.parse(readFileSync(join(rootDir, 'biome.json'), 'utf8'))
  config.vcs = { enabled: false }
  write('biome.json', JSON.stringify(config))
  for (const path of globSync('packages/{.,*}/{biome.json,package.json,*.grit}', { cwd: rootDir })) {
    mkdirSync(dirname(join(projectDir, path)), { recursive: true })
    cpSync(join(rootDir, path), join(projectDir, path))
  }
  for (const [zone, sources] of Object.entries(REFUSED)) {
    sources.forEach((source, index) => {
      write(refusedFile(zone, index), `import { x } from '${source}'\nexport const used = x\n`)
    })
  }
  for (const [zone, text] of Object.entries(ALLOWED)) write(allowedFile(zone), `${text}\n`)
  VALUE_IMPORTS.forEach((text, index) => {
    write(valueFile(index), `${text}\n`)
  })
  const lint = spawnSync(join(binDir, 'biome'), ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: projectDir,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  diagnostics = new Map()
  for (const { category, location } of JSON.parse(lint.stdout).diagnostics) {
    const file = String(location.path?.file ?? location.path)
      .replaceAll('\\', '/')
      .replace(/^\.\//, '')
    diagnostics.set(file, [...(diagnostics.get(file) ?? []), category])
  }
})
afterAll(() => rmSync(projectDir, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(projectDir, path)), { recursive: true })
  writeFileSync(join(projectDir, path), text)
}

const broken = (file: string): string[] =>
  (diagnostics.get(file) ?? []).filter((category) => IMPORT_RULES.includes(category))

test.each(
  Object.entries(REFUSED).flatMap(([zone, sources]) =>
    sources.map((source, index) => ({ zone, source, file: refusedFile(zone, index) })),
  ),
)('$zone may not import $source', ({ file }) => {
  expect(broken(file)).not.toEqual([])
})

test.each(Object.keys(ALLOWED))('%s may import what it needs', (zone) => {
  expect(broken(allowedFile(zone))).toEqual([])
})

test.each(VALUE_IMPORTS.map((text, index) => ({ text, file: valueFile(index) })))(
  'the components take only types from the client: $text',
  ({ file }) => {
    expect(diagnostics.get(file)).toContain('plugin')
  },
)
