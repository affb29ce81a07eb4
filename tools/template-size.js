/**
 * Counts the lines that a developer who copies the template owns. Prints them and exits with
 * code 1 if a part is larger than its limit. Comments and empty lines count.
 * Usage: node tools/template-size.js
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { rootDir } from './set-up/places.js'
import { isStarted, log } from './set-up/setup-error.js'

const TEST = /\.test\.tsx?$/
const SAMPLE_APP_DIR = join('src', 'renderer', 'product') + sep
/** Files that are not configuration: documents, the lock file, and local files outside of Git. */
const NOT_CONFIGURATION = /^(.*\.md|LICENSE|NOTICE|package-lock\.json|\.env|\.env\.local|\.git|\.DS_Store)$/

/**
 * @param {string} [dir] the root of the template
 * @returns {{ name: string, lines: number, limit: number }[]}
 */
export function measureTemplate(dir = rootDir) {
  /** @param {readonly string[]} files */
  const lines = (files) =>
    files
      .map((file) => readFileSync(join(dir, file), 'utf8'))
      .reduce((sum, text) => sum + text.split('\n').length - (text.endsWith('\n') ? 1 : 0), 0)
  const source = filesIn(dir, 'src', { recursive: true }).filter((file) => !TEST.test(file))
  const configuration = filesIn(dir, '.').filter((file) => !NOT_CONFIGURATION.test(file))
  return [
    { name: 'src/ with the sample app', lines: lines(source), limit: 700 },
    {
      name: 'src/ without the sample app',
      lines: lines(source.filter((file) => !file.startsWith(SAMPLE_APP_DIR))),
      limit: 250,
    },
    { name: 'electron.vite.config.ts', lines: lines(['electron.vite.config.ts']), limit: 50 },
    { name: 'all configuration at the root', lines: lines(configuration), limit: 400 },
  ]
}

/** @param {string} root @param {string} folder @param {{ recursive?: boolean }} [options] */
function filesIn(root, folder, { recursive = false } = {}) {
  return readdirSync(join(root, folder), { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** Prints the parts. @returns whether every part is within its limit */
export function checkTemplateSize() {
  const parts = measureTemplate()
  for (const { name, lines, limit } of parts) log(`${lines} of at most ${limit} lines: ${name}`)
  return parts.every(({ lines, limit }) => lines <= limit)
}

if (isStarted(import.meta.url)) process.exitCode = checkTemplateSize() ? 0 : 1
