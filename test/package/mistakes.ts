import { appendFile, copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createPackage, extractAll, uncache } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { DEMO_MARK } from '@latchkey/protocol'
import { TEMPLATE_OUTLINES } from '../../packages/electron-tools/src/cli/brand.ts'
import {
  type PackageLayout,
  UPDATE_SETTINGS_FILE,
} from '../../packages/electron-tools/src/cli/package-layout.ts'

/** A package in which mistakes are made. After each check the package is restored. */
export interface Workshop {
  readonly layout: PackageLayout
  readonly secret: string
  readonly apiKey: string
  /** The copy of the repository that the package was built in. */
  readonly buildDir: string
  /** Changes files of the archive when it is packed again. */
  change(change: (dir: string) => Promise<void>): void
  /** Packs the archive again if files have changed, as a build with these mistakes would. */
  repack(): Promise<void>
  putRight(): Promise<void>
}

export async function openWorkshop(
  layout: PackageLayout,
  workDir: string,
  { secret, apiKey, buildDir }: Pick<Workshop, 'secret' | 'apiKey' | 'buildDir'>,
): Promise<Workshop> {
  const wholeArchive = join(workDir, 'whole.asar')
  const wholeDir = join(workDir, 'whole')
  await copyFile(layout.archivePath, wholeArchive)
  extractAll(wholeArchive, wholeDir)
  const changes: ((dir: string) => Promise<void>)[] = []
  return {
    layout,
    secret,
    apiKey,
    buildDir,
    change: (change) => void changes.push(change),
    async repack() {
      if (changes.length === 0) return
      const dir = join(workDir, 'changed')
      await rm(dir, { recursive: true, force: true })
      await cp(wholeDir, dir, { recursive: true })
      for (const change of changes.splice(0)) await change(dir)
      await createPackage(dir, layout.archivePath)
    },
    async putRight() {
      await copyFile(wholeArchive, layout.archivePath)
      // The library caches the list of files.
      uncache(layout.archivePath)
    },
  }
}

interface Mistake {
  readonly name: string
  /** The reason that `release:check` must give. */
  readonly reason: RegExp
  /** The changed file. Mistakes in different places are made at once. */
  readonly place: string
  make(workshop: Workshop): Promise<void> | void
  /** Undoes what `putRight` does not undo. */
  undo?(workshop: Workshop): Promise<void>
}

const PRODUCT = 'out/renderer/product/index.html'
const GATE = 'out/renderer/gate/index.html'
const PRELOAD = 'out/preload/index.cjs'
const MAIN = 'out/main/index.cjs'
/** The place of a change of the archive after it was packed. It is made alone. */
const PACKED = 'app.asar'

type Making = Pick<Mistake, 'place' | 'make' | 'undo'>

const inArchive = (path: string, change: (text: string, workshop: Workshop) => string): Making => ({
  place: path,
  make: (workshop) =>
    workshop.change(async (dir) => {
      const file = join(dir, path)
      await mkdir(dirname(file), { recursive: true })
      const before = await readFile(file, 'latin1').catch(() => '')
      await writeFile(file, change(before, workshop), 'latin1')
    }),
})

const setFuse = ({ layout }: Workshop, value: boolean): Promise<unknown> =>
  flipFuses(layout.binaryPath, { version: FuseVersion.V1, [FuseV1Options.RunAsNode]: value })

const strayFolder = ({ layout }: Workshop): string => join(layout.resourcesDir, 'app')
const updateSettings = ({ resourcesDir }: PackageLayout): string => join(resourcesDir, UPDATE_SETTINGS_FILE)

/** A file that electron-builder adds because of `extraFiles` or `extraResources`. */
const besideArchive = (path: string, text: (workshop: Workshop) => string): Making => ({
  place: path,
  async make(workshop) {
    const file = join(workshop.layout.appPath, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text(workshop))
  },
  undo: ({ layout }) => rm(join(layout.appPath, path)),
})

/** A file of the repository that is still the template's. */
const ofTemplate = (path: string, text: string): Making => ({
  place: path,
  async make({ buildDir }) {
    await rename(join(buildDir, path), join(buildDir, `${path}.away`))
    await writeFile(join(buildDir, path), text)
  },
  undo: ({ buildDir }) => rename(join(buildDir, `${path}.away`), join(buildDir, path)),
})

const heavyFile = ({ layout }: Workshop): string => join(layout.appPath, 'heavy.bin')

const MISTAKES: readonly Mistake[] = [
  {
    name: 'a shared secret in the window',
    reason: /gate\/extra\.js holds LATCHKEY_SECRET_2: a shared secret outside the main process/,
    ...inArchive('out/renderer/gate/extra.js', (_text, { secret }) => `const s="${secret}"`),
  },
  {
    name: 'a shared secret in the preload, as character codes',
    reason: /preload\/index\.cjs holds LATCHKEY_SECRET_2/,
    ...inArchive(PRELOAD, (text, { secret }) => `${text};[${[...Buffer.from(secret)].join(',')}]`),
  },
  {
    name: 'a shared secret in base64',
    reason: /preload\/index\.cjs holds LATCHKEY_SECRET_2/,
    ...inArchive(
      PRELOAD,
      (text, { secret }) => `${text};"${Buffer.from(`{"s":"${secret}"}`).toString('base64')}"`,
    ),
  },
  {
    name: 'a fuse left on',
    reason: /The fuse RunAsNode is on in the binary, and must be off/,
    place: 'the binary',
    make: async (workshop) => void (await setFuse(workshop, true)),
    undo: async (workshop) => void (await setFuse(workshop, false)),
  },
  {
    name: 'a source map',
    reason: /gate\.js\.map is a source map/,
    ...inArchive('out/renderer/gate/gate.js.map', () => '{"version":3}'),
  },
  {
    name: 'a source map within a file',
    reason: /preload\/index\.cjs carries or names a source map/,
    ...inArchive(PRELOAD, (text) => `${text}\n//# sourceMappingURL=data:application/json;base64,e30=`),
  },
  {
    name: 'the folder that it was built in',
    reason: /gate\/index\.html contains the path of the folder that it was built in/,
    ...inArchive('out/renderer/gate/index.html', (text, { buildDir }) => `${text}<!-- ${buildDir}/src -->`),
  },
  {
    name: 'TypeScript source',
    reason: /src\/main\/compose\.ts is TypeScript source/,
    ...inArchive('packages/electron/src/main/compose.ts', () => 'export {}'),
  },
  {
    name: 'a library that nobody meant to ship',
    reason: /node_modules\/left\/index\.js does not belong into the archive/,
    ...inArchive('node_modules/left/index.js', () => ''),
  },
  {
    name: 'demo settings',
    reason: /main\/index\.cjsc holds settings of the demo project/,
    ...inArchive(`${MAIN}c`, (text) => `${text}${DEMO_MARK}-00`),
  },
  {
    name: 'settings of another build',
    reason: /LATCHKEY_SYNC_URL is not what was built in/,
    ...inArchive(`${MAIN}c`, (text) => text.replaceAll('https://127.0.0.1', 'https://127.0.0.2')),
  },
  {
    name: 'a page without a Content-Security-Policy',
    reason: /product\/index\.html has no Content-Security-Policy/,
    ...inArchive(PRODUCT, (text) => text.replace(/<meta http-equiv[^>]*>/, '')),
  },
  {
    name: 'a weaker Content-Security-Policy',
    reason: /product\/index\.html has another Content-Security-Policy/,
    ...inArchive(PRODUCT, (text) => text.replace('script-src', "script-src 'unsafe-inline'")),
  },
  {
    name: 'a style sheet in a page',
    reason: /gate\/index\.html has inline code or styles/,
    ...inArchive(GATE, (text) => text.replace('</head>', '<style>button{display:none}</style></head>')),
  },
  {
    name: 'the main process as it was written',
    reason: /main\/index\.cjs is not bytecode/,
    place: `${MAIN}c`,
    make: (workshop) => workshop.change((dir) => rm(join(dir, `${MAIN}c`))),
  },
  {
    name: 'licensing as it was written',
    reason: /compose is not bytecode/,
    place: 'chunks of the main process',
    make: (workshop) =>
      workshop.change(async (dir) => {
        const chunksDir = join(dir, dirname(MAIN), 'chunks')
        const name = (await readdir(chunksDir)).find((file) => /^compose-.*\.cjsc$/.test(file))
        await rm(join(chunksDir, name ?? 'compose.cjsc'))
      }),
  },
  {
    name: 'another version',
    reason: /The package's version is 9\.9\.9/,
    ...inArchive('package.json', (text) => text.replace(/"version": "[^"]*"/, '"version": "9.9.9"')),
  },
  {
    name: 'an archive that was changed after it was packed',
    reason: /was changed after it was packed/,
    place: PACKED,
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
    place: 'a folder',
    async make(workshop) {
      await mkdir(strayFolder(workshop))
      await writeFile(join(strayFolder(workshop), 'index.js'), '')
    },
    undo: (workshop) => rm(strayFolder(workshop), { recursive: true }),
  },
  {
    name: 'an app with a feed that could fetch no update',
    reason: /app-update\.yml is missing/,
    place: 'the settings of updates',
    make: ({ layout }) => rename(updateSettings(layout), `${updateSettings(layout)}.away`),
    undo: ({ layout }) => rename(`${updateSettings(layout)}.away`, updateSettings(layout)),
  },
  {
    name: 'more than a hundredth of the Electron distribution',
    reason: /more than 1 %/,
    place: 'a heavy file',
    make: (workshop) => appendFile(heavyFile(workshop), Buffer.alloc(5_000_000)),
    undo: (workshop) => rm(heavyFile(workshop)),
  },
  {
    name: 'a settings file beside the binary',
    reason: /^\.env is in the package, .* Take it out of extraFiles and extraResources in electron-builder/m,
    ...besideArchive('.env', ({ secret }) => `LATCHKEY_SECRET_2=${secret}\n`),
  },
  {
    name: 'a settings file deep in the package',
    reason: /^locales\/\.env\.production is in the package/m,
    ...besideArchive('locales/.env.production', () => ''),
  },
  {
    name: 'a settings file in the archive',
    reason: /^app\.asar\/out\/\.env is in the package/m,
    ...inArchive('out/.env', () => ''),
  },
  {
    name: 'a shared secret beside the archive',
    reason: /^notes\.txt holds LATCHKEY_SECRET_2: a shared secret outside the main process/m,
    ...besideArchive('notes.txt', ({ secret }) => secret),
  },
  {
    name: "a vendor's API key in the window",
    reason: /gate\/extra\.js holds an API key: .* Call the management API from a server of yours/,
    ...inArchive('out/renderer/gate/extra.js', (_text, { apiKey }) => `fetch("/",{headers:{a:"${apiKey}"}})`),
  },
  {
    name: "a vendor's API key in base64",
    reason: /preload\/index\.cjs holds an API key/,
    ...inArchive(
      PRELOAD,
      (text, { apiKey }) => `${text};"${Buffer.from(`Bearer ${apiKey}`).toString('base64')}"`,
    ),
  },
  {
    name: "a vendor's API key in the main process",
    reason: /main\/index\.cjsc holds an API key/,
    ...inArchive(`${MAIN}c`, (text, { apiKey }) => text + apiKey),
  },
  {
    name: "a vendor's API key beside the archive",
    reason: /^locales\/vendor\.json holds an API key/m,
    ...besideArchive('locales/vendor.json', ({ apiKey }) => JSON.stringify({ apiKey })),
  },
  {
    name: "the template's mark in the pages",
    reason: /gate\/icon\.svg is the template's mark\. Draw your own in resources\/icon\.svg/,
    ...inArchive('out/renderer/gate/icon.svg', () => `<svg><path d="${TEMPLATE_OUTLINES.icon}"/></svg>`),
  },
  {
    name: "the template's icon",
    reason: /^resources\/icon\.svg is the template's mark\. Draw your own, then: npm run icons$/m,
    ...ofTemplate('resources/icon.svg', `<svg><path d="${TEMPLATE_OUTLINES.icon}"/></svg>`),
  },
  {
    name: "the template's license",
    reason:
      /^LICENSE names the template's authors as the holders of Harbour\. Write your own, or run: npm run init$/m,
    ...ofTemplate('LICENSE', 'MIT License\n\nCopyright (c) 2026 The Latchkey authors\n'),
  },
]

/** Groups of mistakes that are made at once, because a check takes long. */
export const MISTAKES_AT_ONCE: readonly (readonly Mistake[])[] = (() => {
  const groups: Mistake[][] = []
  for (const mistake of MISTAKES) {
    const free = groups.find((group) =>
      group.every(({ place }) => place !== mistake.place && place !== PACKED),
    )
    if (free === undefined || mistake.place === PACKED) groups.push([mistake])
    else free.push(mistake)
  }
  return groups
})()

/**
 * A mistake in the source. The finished package does not show it, because its main process is
 * bytecode.
 */
interface SourceMistake extends Pick<Mistake, 'name' | 'reason'> {
  readonly path: string
  readonly change: (text: string) => string
}

export const SOURCE_MISTAKES: readonly SourceMistake[] = [
  {
    name: 'a call of the product that needs no license',
    path: 'src/ipc/product-calls.ts',
    change: (text) =>
      `import { productCall as ownCall } from '@latchkey/electron/ipc'\n${text}\nexport const stray = ownCall({ needsLicense: false })\n`,
    reason: /src\/ipc\/product-calls\.ts, line \d+: A call of the product is answered without a license/,
  },
  {
    name: 'a call that is registered where nobody checks the caller',
    path: 'src/main/product-handlers.ts',
    change: (text) =>
      `import { ipcMain } from 'electron'\n${text}\nipcMain.handle('notes:read', () => 'a note')\n`,
    reason: /src\/main\/product-handlers\.ts registers a call with ipcMain itself/,
  },
  {
    name: 'developer tools in the menu of a packaged app',
    path: 'packages/electron/src/main/compose.ts',
    change: (text) =>
      text.replace(
        'setMenu({ allowDeveloperTools: developerTools() })',
        'setMenu({ allowDeveloperTools: true })',
      ),
    reason:
      /main\/compose\.ts, line \d+: A packaged app would have developer tools\. Write developerTools\(\)/,
  },
  {
    name: 'developer tools in the window of a packaged app',
    path: 'packages/electron/src/main/window/main-window.ts',
    change: (text) => text.replace('devTools: parts.allowDeveloperTools', 'devTools: true'),
    reason: /window\/main-window\.ts, line \d+: A packaged app would have developer tools/,
  },
  {
    name: 'a fuse that was changed in the table which electron-builder applies, too',
    path: 'packages/electron-tools/src/cli/fuses.ts',
    change: (text) => text.replace('[FuseV1Options.RunAsNode]: false', '[FuseV1Options.RunAsNode]: true'),
    reason: /The fuse RunAsNode is on in the binary, and must be off\. Run: npm run package/,
  },
  {
    name: 'a grace of a hundred years',
    path: '.env',
    change: (text) => text.replace(/^LATCHKEY_GRACE_HOURS=.*$/m, 'LATCHKEY_GRACE_HOURS=876000'),
    reason: /LATCHKEY_GRACE_HOURS must be a number of hours from 0 to 744 \(31 days\)\. Set it in \.env\./,
  },
]

/**
 * Makes all of these mistakes at once, because each check takes seconds. Resolves to a function
 * that restores the files.
 */
export async function makeSourceMistakes(workshop: Workshop): Promise<() => Promise<void>> {
  const { buildDir } = workshop
  const before = new Map<string, string>()
  for (const { path, change } of SOURCE_MISTAKES) {
    const file = join(buildDir, path)
    const text = await readFile(file, 'utf8')
    before.set(file, before.get(file) ?? text)
    const changed = change(text)
    if (changed === text) throw new Error(`The mistake could not be made in ${path}`)
    await writeFile(file, changed)
  }
  await setFuse(workshop, true)
  return async () => {
    for (const [file, text] of before) await writeFile(file, text)
    await setFuse(workshop, false)
  }
}
