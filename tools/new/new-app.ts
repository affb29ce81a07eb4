/**
 * Makes a new app from the template: its files, with the packages as tarballs in `vendor/`, and
 * with the identity and settings that `init` asks for. Nothing is left if it fails.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { slugOf } from '../../packages/electron-tools/src/cli/identity.ts'
import { initCommand } from '../../packages/electron-tools/src/cli/init.ts'
import { CommandError, log } from '../../packages/electron-tools/src/cli/project.ts'
import { QUESTIONS } from '../../packages/electron-tools/src/cli/questions.ts'
import { findOrBuildPackages, updateVendorDir } from '../packages/build.ts'
import { findElectron } from '../set-up/electron.js'
import { electronPath } from '../set-up/launcher.js'
import { rootDir } from '../set-up/places.js'
import { SetupError } from '../set-up/setup-error.js'

/** The part of the repository that an app owns. */
const TEMPLATE_FILES = [
  '.editorconfig',
  '.env.example',
  '.github/workflows/release.yml',
  '.gitignore',
  '.npmrc',
  'LICENSE',
  'app.json',
  'dev-app-update.yml',
  'electron-builder.config.ts',
  'electron.vite.config.ts',
  'resources',
  'src',
  'tsconfig.json',
]
/** The files that name guides of Latchkey. */
const WITH_GUIDES = ['.github/workflows/release.yml', 'src/renderer/product/README.md']
const IS_TEST = /\.test\.tsx?$/

/** The packages that these files need. Their versions are those of this repository. */
const DEPENDENCIES = [
  '@types/node',
  '@types/react',
  '@types/react-dom',
  '@vitejs/plugin-react',
  'electron',
  'electron-builder',
  'electron-vite',
  'node',
  'playwright-core',
  'react',
  'react-dom',
  'typebox',
  'typescript',
  'vite',
]

const SCRIPTS = {
  start: 'latchkey-app start',
  dev: 'latchkey-app dev',
  app: 'latchkey-app app',
  build: 'electron-vite build',
  // The release workflow runs this script.
  'set-up': 'npm ci && install-electron',
  typecheck: 'tsc',
  test: 'tsc && node --test "src/**/*.test.ts"',
  init: 'latchkey-app init',
  icons: 'latchkey-app icons',
  package: 'latchkey-app package',
  release: 'latchkey-app release',
  'release:check': 'latchkey-app check',
}

/** The folder is inside this repository, so that `init` finds the packages and Electron. */
const stagedDir = join(rootDir, 'artifacts', `new-${process.pid}`)

const templateDir = join(import.meta.dirname, 'template')
const readManifest = (dir: string) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
const writeManifest = (manifest: object): void =>
  writeFileSync(join(stagedDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

/** `harbour-pilot` → `Harbour Pilot`. Undefined if an app cannot have that name. */
function nameOf(folder: string): string | undefined {
  const words = basename(resolve(folder)).split(/[-_ ]+/)
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join(' ')
  return QUESTIONS.name.rule.accepts(name) ? name : undefined
}

/** In the folder of an app, the guides of Latchkey are in its package. */
const GUIDES = 'node_modules/@latchkey/electron/docs/guides/'

/** Copies the template, with the identity that `init` replaces: its suggestion is the folder's name. */
function stage(folder: string): void {
  for (const path of TEMPLATE_FILES) {
    cpSync(join(rootDir, path), join(stagedDir, path), {
      recursive: true,
      filter: (source) => !IS_TEST.test(source),
    })
  }
  cpSync(join(templateDir, 'app-test.ts'), join(stagedDir, 'src', 'app.test.ts'))
  for (const path of WITH_GUIDES) {
    const text = readFileSync(join(stagedDir, path), 'utf8')
    writeFileSync(join(stagedDir, path), text.replaceAll('docs/guides/', GUIDES))
  }
  const { name, productName: templateName, description, author, homepage, main } = readManifest(rootDir)
  const productName = nameOf(folder) ?? templateName
  const app = JSON.parse(readFileSync(join(stagedDir, 'app.json'), 'utf8'))
  writeFileSync(join(stagedDir, 'app.json'), JSON.stringify({ ...app, linkScheme: slugOf(productName) }))
  const identity = { name, productName, version: '0.1.0', description, author, homepage }
  writeManifest({ ...identity, private: true, type: 'module', main, scripts: SCRIPTS })
}

/** Adds the packages, and what depends on the identity. Then moves everything to the folder. */
function finish(folder: string): void {
  const { allowScripts, devDependencies } = readManifest(rootDir)
  log('Building the packages ...')
  const tarballs = findOrBuildPackages(join(rootDir, 'artifacts', 'packages'))
  const manifest = readManifest(stagedDir)
  writeManifest({
    ...manifest,
    devDependencies: {
      ...updateVendorDir(join(stagedDir, 'vendor'), tarballs),
      ...Object.fromEntries(DEPENDENCIES.map((name) => [name, devDependencies[name]])),
    },
    allowScripts: { 'electron-winstaller': allowScripts['electron-winstaller'], node: allowScripts.node },
  })
  const readme = readFileSync(join(templateDir, 'README.md'), 'utf8')
  writeFileSync(join(stagedDir, 'README.md'), readme.replace('# APP', `# ${manifest.productName}`))
  const electron = findElectron()
  if (electron?.kind === 'vendored') {
    const variables = { ELECTRON_OVERRIDE_DIST_PATH: electron.distDir, ELECTRON_EXEC_PATH: electronPath() }
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(
      join(stagedDir, '.env.local'),
      `# Electron could not be downloaded on this machine. For development only.\n${lines.join('')}`,
    )
  }
  mkdirSync(dirname(folder), { recursive: true })
  cpSync(stagedDir, folder, { recursive: true })
  log(`\nCreated: ${folder}\nThen: cd ${relative(process.cwd(), folder)} && npm install && npm start`)
}

const command = initCommand(stagedDir)
  .name('npm run new --')
  .description('Make a new app outside this repository. The options are those of init')
  .argument('<folder>', 'of the new app')
  .hook('preAction', ({ args: [folder = ''] }) => {
    if (existsSync(folder)) throw new CommandError(`${folder} exists already. Choose another folder.`)
    if (!relative(rootDir, resolve(folder)).startsWith('..')) {
      throw new CommandError(
        `${folder} is inside this repository. Choose a folder outside, such as ../harbour`,
      )
    }
    stage(folder)
  })
  .hook('postAction', ({ args: [folder = ''] }) => finish(resolve(folder)))

try {
  await command.parseAsync()
} catch (error) {
  const isExpected = error instanceof CommandError || error instanceof SetupError
  log(isExpected ? `\n${error.message}` : `\n${(error as Error).stack}`)
  process.exitCode = 1
} finally {
  rmSync(stagedDir, { recursive: true, force: true })
}
