import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { CommandError, log, runTool } from '../cli/project.ts'

/** Files that determine the build in `out/`, beside the sources. */
const INPUTS = [
  'resources',
  'app.json',
  'electron.vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
]

/** A folder for files that can be deleted at any time. `npm ci` deletes it. */
export const cacheDirOf = (rootDir: string): string => join(rootDir, 'node_modules', '.cache', 'latchkey')

/** The sources of the app: its own, and those of Latchkey's packages that are linked, not installed. */
export function sourceDirsOf(rootDir: string): string[] {
  const linked = ['client', 'electron', 'electron-tools', 'protocol', 'react']
    .map((name) => join(rootDir, 'node_modules', '@latchkey', name))
    .filter((dir) => lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink())
    .map((dir) => join(realpathSync(dir), 'src'))
  return [join(rootDir, 'src'), ...linked]
}

export function buildWhenStale(rootDir = process.cwd()): void {
  const stampPath = join(cacheDirOf(rootDir), 'built')
  const inputs = stateOfInputs(rootDir)
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === inputs + stateOfOutput(rootDir)) return
  log('Building the app ...')
  const { ok, output } = runTool({ rootDir }, 'electron-vite', ['build', '--logLevel', 'warn'])
  // These are warnings, for example of what a page may not do, or the errors.
  process.stderr.write(output)
  if (!ok) throw new CommandError('The app could not be built. The reason is printed above.')
  mkdirSync(cacheDirOf(rootDir), { recursive: true })
  writeFileSync(stampPath, inputs + stateOfOutput(rootDir))
}

/** Detects output that another program has written to `out/`, such as a development server. */
function stateOfOutput(rootDir: string): string {
  const entry = statSync(join(rootDir, 'out', 'main', 'index.cjs'), { throwIfNoEntry: false })
  return entry === undefined ? ' nothing' : ` ${entry.size} ${entry.mtimeMs}`
}

/** Hashes name, size and time of all input files, and the LATCHKEY_ variables. */
function stateOfInputs(rootDir: string): string {
  const hash = createHash('sha256')
  for (const input of [...sourceDirsOf(rootDir), ...INPUTS.map((name) => join(rootDir, name))]) {
    for (const path of filesBelow(input)) {
      const { size, mtimeMs } = statSync(path)
      hash.update(`${path}\0${size}\0${mtimeMs}\n`)
    }
  }
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('LATCHKEY_')) hash.update(`${name}\0${value}\n`)
  }
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => (name === 'node_modules' ? [] : filesBelow(join(path, name))))
}
