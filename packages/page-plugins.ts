import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** The parts that the builds of the pages share: of the console, and of customers. */

/**
 * `virtual:endpoints`: of the endpoints, what a page needs to send requests. The tables themselves have
 * schemas, and would bring TypeBox and `node:crypto` into a page, which needs only their types.
 */
export const endpointPaths = (paths: Readonly<Record<string, object>>): Plugin => {
  const id = 'virtual:endpoints'
  return {
    name: 'endpoint-paths',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) =>
      source === `\0${id}` ? `export const endpointPaths = ${JSON.stringify(paths)}` : undefined,
  }
}

/** Writes a compressed copy beside each file: the service does not compress while it answers. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  // This hook runs late enough: Vite completes the code after it was generated.
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name))
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name)
        await writeFile(`${path}.br`, brotliCompressSync(await readFile(path)))
      }),
    )
  },
})
