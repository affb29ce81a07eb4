/**
 * Follows docs/guides/start-an-app.md: runs its commands, writes its files, and prints the time of
 * each and the number of files that a developer touches.
 * Usage: node tools/new/follow-guide.ts [FOLDER]   (FOLDER: where the app stays; default: deleted)
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { table } from '../../packages/electron-tools/src/development/table.ts'
import { findElectron } from '../set-up/electron.js'
import { rootDir } from '../set-up/places.js'

const GUIDE = join(rootDir, 'docs', 'guides', 'start-an-app.md')
const PRODUCT_DIR = 'src/renderer/product/'
/** Commands, or a file with its path in the first line. */
const BLOCK = /^```(\w+)\n(?:\/\/ (src\/\S+)\n)?(.*?)^```$/gms

const [folder] = process.argv.slice(2)
const tempDir = mkdtempSync(join(tmpdir(), 'latchkey-guide-'))
const appDir = folder === undefined ? join(tempDir, 'harbour') : resolve(folder)

// A display would open a window that waits for its user. An empty variable counts as none.
const env: NodeJS.ProcessEnv = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' }
let dir = rootDir
const rows: string[][] = []
const touched = new Set<string>()

const sourcesOf = () => new Set(globSync('src/**/*.*', { cwd: appDir }))

async function run(command: string): Promise<void> {
  if (command.startsWith('export ')) {
    for (const [, name = ''] of command.matchAll(/(\w+)=…/g)) env[name] = `${name}-of-the-guide`
    return
  }
  if (command.startsWith('cd ')) {
    dir = appDir
    return
  }
  const before = sourcesOf()
  const startedAt = performance.now()
  const child = spawn(command, { cwd: dir, env, shell: true, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ended with exit code ${code}.`)
  rows.push([command.slice(0, 60), ((performance.now() - startedAt) / 1_000).toFixed(1)])
  const after = sourcesOf()
  for (const path of before) if (!after.has(path)) touched.add(path)
}

/** The commands of a block, each in one line, with the folder and the Electron of this run. */
const commandsOf = (text: string): string[] =>
  text
    .replaceAll('\\\n', ' ')
    .replaceAll('../harbour', appDir)
    .replace(
      /^npm run release:check$/m,
      findElectron()?.kind === 'vendored' ? '$& -- --runtime development' : '$&',
    )
    .trim()
    .split('\n')

try {
  for (const [, language, path, text = ''] of readFileSync(GUIDE, 'utf8').matchAll(BLOCK)) {
    if (language === 'sh') for (const command of commandsOf(text)) await run(command)
    else if (path !== undefined) {
      writeFileSync(join(appDir, path), text)
      touched.add(path)
    }
  }
  const total = rows.reduce((sum, [, seconds]) => sum + Number(seconds), 0)
  const outside = [...touched].filter((path) => !path.startsWith(PRODUCT_DIR))
  process.stdout.write(
    `\n${table(['command', 'seconds'], [...rows, ['in all', total.toFixed(1)]])}\n\n` +
      `${touched.size} files touched, ${outside.length} of them outside ${PRODUCT_DIR}: ${outside.join(', ')}\n`,
  )
} finally {
  rmSync(tempDir, { recursive: true, force: true })
}
