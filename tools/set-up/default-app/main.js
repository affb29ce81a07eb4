/**
 * Runs the app on the command line: a folder with a package.json, or a file. Electron's own
 * distribution has such a bootstrap; the vendored Electron does not.
 */
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

// `--require` names a module to load before the app, as in Electron's own distribution.
const required = process.argv.indexOf('--require') + 1
if (required > 0) await import(pathToFileURL(process.argv[required] ?? '').href)

const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (given === undefined) {
  process.stderr.write('Usage: electron FOLDER-OR-FILE [argument ...]\n')
  process.exit(1)
}

const path = resolve(given)
const isFolder = statSync(path).isDirectory()
if (isFolder) {
  const { name, productName, version } = JSON.parse(readFileSync(resolve(path, 'package.json'), 'utf8'))
  // Electron's types do not contain two of these methods: they are internal.
  const settable =
    /** @type {import('electron').App & Record<'setVersion' | 'setAppPath', (text: string) => void>} */ (app)
  settable.setName(productName ?? name)
  settable.setVersion(version)
  settable.setAppPath(path)
}
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })

// The app is awaited, because apps must register schemes before `ready`.
const entry = isFolder ? createRequire(resolve(path, 'package.json')).resolve(path) : path
await import(pathToFileURL(entry).href)
