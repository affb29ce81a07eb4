import { appendFile, copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createPackage, extractAll } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { DEMO_MARK } from '@latchkey/protocol'
import type { PackageLayout } from '../../tools/release/package-layout.ts'
import { UPDATE_SETTINGS_FILE } from '../../tools/release/update-settings.ts'

/** A place to make mistakes in: the package itself, which is put right again after each. */
export interface Workshop {
  readonly layout: PackageLayout
  readonly secret: string
  readonly buildDir: string
  /** Changes files of the archive and packs it again, as a build with the mistake in it would have. */
  repack(change: (dir: string) => Promise<void>): Promise<void>
  putRight(): Promise<void>
}

export async function openWorkshop(
  layout: PackageLayout,
  workDir: string,
  { secret, buildDir }: Pick<Workshop, 'secret' | 'buildDir'>,
): Promise<Workshop> {
  const wholeArchive = join(workDir, 'whole.asar')
  const wholeDir = join(workDir, 'whole')
  await copyFile(layout.archivePath, wholeArchive)
  extractAll(wholeArchive, wholeDir)
  return {
    layout,
    secret,
    buildDir,
    async repack(change) {
      const dir = join(workDir, 'changed')
      await rm(dir, { recursive: true, force: true })
      await cp(wholeDir, dir, { recursive: true })
      await change(dir)
      await createPackage(dir, layout.archivePath)
    },
    putRight: () => copyFile(wholeArchive, layout.archivePath),
  }
}

interface Mistake {
  readonly name: string
  /** What `release:check` must say of it. */
  readonly reason: RegExp
  make(workshop: Workshop): Promise<void>
  /** What `putRight` does not. */
  undo?(workshop: Workshop): Promise<void>
}

const PRODUCT = 'out/renderer/product/index.html'
const DRAWN = 'out/renderer/gate/index.en.html'
const PRELOAD = 'out/preload/index.cjs'
const MAIN = 'out/main/index.cjs'

const inArchive =
  (path: string, change: (text: string, workshop: Workshop) => string) =>
  (workshop: Workshop): Promise<void> =>
    workshop.repack(async (dir) => {
      const file = join(dir, path)
      await mkdir(dirname(file), { recursive: true })
      const before = await readFile(file, 'latin1').catch(() => '')
      await writeFile(file, change(before, workshop), 'latin1')
    })

const setFuse = ({ layout }: Workshop, value: boolean): Promise<unknown> =>
  flipFuses(layout.binaryPath, { version: FuseVersion.V1, [FuseV1Options.RunAsNode]: value })

const strayFolder = ({ layout }: Workshop): string => join(layout.resourcesDir, 'app')
const updateSettings = ({ resourcesDir }: PackageLayout): string => join(resourcesDir, UPDATE_SETTINGS_FILE)
const heavyFile = ({ layout }: Workshop): string => join(layout.appPath, 'heavy.bin')

export const MISTAKES: readonly Mistake[] = [
  {
    name: 'a shared secret in the window',
    reason: /assets\/extra\.js holds LATCHKEY_SECRET_2: a shared secret outside the main process/,
    make: inArchive('out/renderer/assets/extra.js', (_text, { secret }) => `const s="${secret}"`),
  },
  {
    name: 'a shared secret in the preload, as character codes',
    reason: /preload\/index\.cjs holds LATCHKEY_SECRET_2/,
    make: inArchive(PRELOAD, (text, { secret }) => `${text};[${[...Buffer.from(secret)].join(',')}]`),
  },
  {
    name: 'a shared secret in base64',
    reason: /preload\/index\.cjs holds LATCHKEY_SECRET_2/,
    make: inArchive(
      PRELOAD,
      (text, { secret }) => `${text};"${Buffer.from(`{"s":"${secret}"}`).toString('base64')}"`,
    ),
  },
  {
    name: 'a fuse left on',
    reason: /The fuse RunAsNode is on in the binary, and must be off/,
    make: async (workshop) => void (await setFuse(workshop, true)),
    undo: async (workshop) => void (await setFuse(workshop, false)),
  },
  {
    name: 'a source map',
    reason: /gate\.js\.map is a source map/,
    make: inArchive('out/renderer/assets/gate.js.map', () => '{"version":3}'),
  },
  {
    name: 'a source map within a file',
    reason: /preload\/index\.cjs carries or names a source map/,
    make: inArchive(PRELOAD, (text) => `${text}\n//# sourceMappingURL=data:application/json;base64,e30=`),
  },
  {
    name: 'the folder that it was built in',
    reason: /gate\/index\.html tells the folder on the machine that it was built in/,
    make: inArchive(
      'out/renderer/gate/index.html',
      (text, { buildDir }) => `${text}<!-- ${buildDir}/src -->`,
    ),
  },
  {
    name: 'TypeScript source',
    reason: /src\/main\/compose\.ts is TypeScript source/,
    make: inArchive('packages/electron/src/main/compose.ts', () => 'export {}'),
  },
  {
    name: 'a library that nobody meant to ship',
    reason: /node_modules\/left\/index\.js does not belong into the archive/,
    make: inArchive('node_modules/left/index.js', () => ''),
  },
  {
    name: 'demo settings',
    reason: /main\/index\.cjsc holds settings of the demo project/,
    make: inArchive(`${MAIN}c`, (text) => `${text}${DEMO_MARK}-00`),
  },
  {
    name: 'settings of another build',
    reason: /LATCHKEY_SYNC_URL is not what was built in/,
    make: inArchive(`${MAIN}c`, (text) => text.replaceAll('https://127.0.0.1', 'https://127.0.0.2')),
  },
  {
    name: 'a page without a Content-Security-Policy',
    reason: /product\/index\.html has no Content-Security-Policy/,
    make: inArchive(PRODUCT, (text) => text.replace(/<meta http-equiv[^>]*>/, '')),
  },
  {
    name: 'a weaker Content-Security-Policy',
    reason: /product\/index\.html has another Content-Security-Policy/,
    make: inArchive(PRODUCT, (text) => text.replace('script-src', "script-src 'unsafe-inline'")),
  },
  {
    name: 'a style sheet in a page that the build did not put there',
    reason: /gate\/index\.en\.html has another Content-Security-Policy/,
    make: inArchive(DRAWN, (text) => text.replace('<style>', '<style>button{display:none}')),
  },
  {
    name: 'the main process as it was written',
    reason: /main\/index\.cjs is not bytecode/,
    make: (workshop) => workshop.repack((dir) => rm(join(dir, `${MAIN}c`))),
  },
  {
    name: 'a part of the main process as it was written',
    reason: /chunks\/compose-0\.cjs is not bytecode/,
    make: inArchive('out/main/chunks/compose-0.cjs', () => 'exports.compose=()=>{}'),
  },
  {
    name: 'another version',
    reason: /The package's version is 9\.9\.9/,
    make: inArchive('package.json', (text) => text.replace(/"version": "[^"]*"/, '"version": "9.9.9"')),
  },
  {
    name: 'an archive that was changed after it was packed',
    reason: /was changed after it was packed/,
    async make({ layout }) {
      const bytes = await readFile(layout.archivePath)
      const at = bytes.lastIndexOf('</html>')
      bytes.write('</HTML>', at)
      await writeFile(layout.archivePath, bytes)
    },
  },
  {
    name: 'a folder that Electron could run in the place of the archive',
    reason: /resources\/app does not belong into a package/,
    async make(workshop) {
      await mkdir(strayFolder(workshop))
      await writeFile(join(strayFolder(workshop), 'index.js'), '')
    },
    undo: (workshop) => rm(strayFolder(workshop), { recursive: true }),
  },
  {
    name: 'an app with a feed that could fetch no update',
    reason: /app-update\.yml is missing/,
    make: ({ layout }) => rename(updateSettings(layout), `${updateSettings(layout)}.away`),
    undo: ({ layout }) => rename(`${updateSettings(layout)}.away`, updateSettings(layout)),
  },
  {
    name: 'more than a hundredth of the Electron distribution',
    reason: /more than 1 %/,
    make: (workshop) => appendFile(heavyFile(workshop), Buffer.alloc(5_000_000)),
    undo: (workshop) => rm(heavyFile(workshop)),
  },
]
