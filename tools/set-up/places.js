import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root. Set-up runs before anything is installed, so every path is found from here. */
export const rootDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const modulesDir = join(rootDir, 'node_modules')
export const binDir = join(modulesDir, '.bin')

/** What set-up fetches or builds. `npm ci` deletes it with the rest of `node_modules`, and set-up rebuilds it. */
export const cacheDir = join(modulesDir, '.cache', 'latchkey')

/** Node 24, which `npm ci` brings: the machine's own Node may be as old as 20. */
export const nodePath = join(modulesDir, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
