/**
 * Bundles the entry `.` of `@latchkey/electron` into a package of its own, `@latchkey/licensing`:
 * CommonJS with everything it needs, so that it works with any bundler, without one, and in Electron
 * versions that cannot `require` ESM. It contains the built pages. It has no dependencies, and no peer
 * dependencies either: npm installs what is both a peer and a development dependency in production.
 * Not one file: V8 would parse what is imported late twice, and systeminformation is
 * not needed on Linux.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { nodePath, rootDir } from '../set-up/places.js'
import { tryRun } from '../set-up/run.js'

/** The versions in Electron 33, the oldest that is supported. */
const OLDEST = { node: 'node20', chromium: 'chrome130' }

const COMMON: InlineConfig = {
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  mode: 'production',
}

async function bundle(config: InlineConfig): Promise<Rolldown.RolldownOutput['output']> {
  const built = (await build({ ...COMMON, ...config })) as Rolldown.RolldownOutput
  return built.output
}

/** The gate and the license panel, by path. */
async function buildPages(): Promise<Record<string, string>> {
  const output = await bundle({
    root: join(rootDir, 'packages', 'react', 'src', 'standalone'),
    plugins: [react()],
    build: {
      write: false,
      target: OLDEST.chromium,
      // SECURITY: the polyfill and inlined assets would require a weaker Content-Security-Policy.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  })
  const text = (content: string | Uint8Array): string => Buffer.from(content).toString('utf8')
  return Object.fromEntries(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : text(file.source)]),
  )
}

/**
 * Optional packages that systeminformation tries to load, for values that are not read. An app's
 * bundler would warn that they are missing.
 */
const withoutSensors: Plugin = {
  name: 'without-sensors',
  enforce: 'pre',
  resolveId: (id) => (/^(osx|macos)-temperature-sensor$/.test(id) ? `\0${id}` : undefined),
  load: (id) => (/^\0(osx|macos)-temperature-sensor$/.test(id) ? 'module.exports = {}' : undefined),
}

/** Writes `licensing.cjs` with its chunks, and `licensing.mjs`, which exports the same functions. */
export async function bundleLicensing(outDir: string): Promise<void> {
  const pages = await buildPages()
  await bundle({
    root: rootDir,
    plugins: [withoutSensors],
    define: { LATCHKEY_PAGES: JSON.stringify(pages) },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(rootDir, 'packages', 'electron', 'src', 'licensing', 'index.ts'),
      target: OLDEST.node,
      outDir,
      emptyOutDir: false,
      minify: true,
      rollupOptions: {
        external: ['electron', ...builtinModules, /^node:/],
        preserveEntrySignatures: 'strict',
        output: {
          format: 'cjs',
          entryFileNames: 'licensing.cjs',
          chunkFileNames: 'licensing-[name].cjs',
        },
      },
    },
  })
  // This module only exports the CommonJS one again: with two copies, an app could have two
  // licenses.
  writeFileSync(join(outDir, 'licensing.mjs'), "export { createLicensing } from './licensing.cjs'\n")
}

const LICENSING = '@latchkey/licensing'

/** Fields of package.json, for a package whose `dist` has the entry as CommonJS and as ESM. */
const ENTRY_FIELDS = {
  exports: {
    '.': {
      import: { types: './dist/licensing.d.mts', default: './dist/licensing.mjs' },
      require: { types: './dist/licensing.d.cts', default: './dist/licensing.cjs' },
    },
  },
  // TypeScript and bundlers that do not know `exports` read these fields.
  main: './dist/licensing.cjs',
  types: './dist/licensing.d.cts',
}

/** Builds the package. @param electronDir with the compiled `@latchkey/electron` */
export function assembleLicensing(outDir: string, electronDir: string): void {
  const distDir = join(outDir, 'dist')
  mkdirSync(distDir, { recursive: true })
  // The bundle is made in a process of its own, because it is asynchronous and the other steps are
  // not.
  const bundled = tryRun(nodePath, [import.meta.filename, distDir])
  if (!bundled.ok) throw new Error(`The entry of createLicensing was not built:\n${bundled.output}`)
  const declarations = join(electronDir, 'dist', 'licensing', 'index.d.ts')
  for (const name of ['licensing.d.cts', 'licensing.d.mts']) cpSync(declarations, join(distDir, name))
  const { version, license } = JSON.parse(readFileSync(join(electronDir, 'package.json'), 'utf8'))
  const description = 'Licenses an Electron app that you have, by a few lines. Without dependencies.'
  const manifest = { name: LICENSING, version, description, license, files: ['dist'], ...ENTRY_FIELDS }
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(electronDir, 'dist', 'licensing', 'README.md'), join(outDir, 'README.md'))
  cpSync(join(rootDir, 'LICENSE'), join(outDir, 'LICENSE'))
}

/**
 * Makes the entry `.` of `@latchkey/electron` export that of the other package: an app with a copy
 * of each could have two licenses. Returns the fields for its package.json.
 */
export function addLicensing(distDir: string, version: string): typeof ENTRY_FIELDS & { dependency: object } {
  const files = {
    'licensing.cjs': `module.exports = require('${LICENSING}')\n`,
    'licensing.mjs': `export { createLicensing } from '${LICENSING}'\n`,
    'licensing.d.cts': `export * from '${LICENSING}'\n`,
    'licensing.d.mts': `export * from '${LICENSING}'\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(distDir, name), text)
  return { ...ENTRY_FIELDS, dependency: { [LICENSING]: version } }
}

if (import.meta.main) await bundleLicensing(process.argv[2] ?? '')
