import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const rootDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const modulesDir = join(rootDir, 'node_modules')
export const binDir = join(modulesDir, '.bin')

/** Downloads and builds of set-up. `npm ci` deletes this folder. */
export const cacheDir = join(modulesDir, '.cache', 'latchkey')

/** Node 24 from the npm package `node`. The system's Node may be as old as 20. */
export const nodePath = join(modulesDir, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
