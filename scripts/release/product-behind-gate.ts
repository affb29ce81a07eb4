import { posix, relative } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'

/** Below the renderer's build. What it holds, `release:check` reads in the finished package. */
export const OPEN_MODULES_FILE = '.vite/open-modules.json'
/** Pages that are served while the app is locked, with everything that they import: see page-files.ts. */
const OPEN_PAGES = ['gate/index.html', 'waiting/index.html']
const SOURCE_DIR = 'src/renderer'

/** Whether a module, named from the renderer's folder, is the product's own. */
export const isOfProduct = (module: string): boolean => module.startsWith('product/')

/**
 * Fails a build in which the gate, or the page that waits for the product, imports a file of the product:
 * it would be served while the app is locked. Lists the modules that are, in OPEN_MODULES_FILE.
 */
export function productBehindGate(): Plugin {
  let root = ''
  let open = new Set<string>()
  const nameOf = (id: string): string => normalizePath(relative(root, id.replace(/^\0+|[?#].*$/g, '')))

  return {
    name: 'product-behind-gate',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    // All imports, also those of which nothing is left in the output, such as a picture's or a style sheet's.
    buildEnd(error) {
      if (error !== undefined) return
      open = new Set()
      const waiting = OPEN_PAGES.map((page) => posix.join(normalizePath(root), page))
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const name = nameOf(id)
        if (open.has(name)) continue
        open.add(name)
        const info = this.getModuleInfo(id)
        for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) {
          if (isOfProduct(nameOf(next))) this.error(importProblem(name, nameOf(next)))
          waiting.push(next)
        }
      }
    },
    // Chunks can hold more than what their page imports: a build may be told to put modules together.
    generateBundle(_options, output) {
      for (const chunk of openChunks(output, nameOf)) {
        for (const module of chunk.moduleIds.map(nameOf)) {
          if (isOfProduct(module)) this.error(chunkProblem(chunk.fileName, module))
          open.add(module)
        }
      }
      const own = [...open].filter((name) => !name.startsWith('..') && !name.includes('\0')).sort()
      this.emitFile({ type: 'asset', fileName: OPEN_MODULES_FILE, source: JSON.stringify(own) })
    },
  }
}

function openChunks(
  output: Rolldown.OutputBundle,
  nameOf: (id: string) => string,
): ReadonlySet<Rolldown.OutputChunk> {
  const chunks = Object.values(output).filter((file) => file.type === 'chunk')
  const open = new Set(
    chunks.filter(({ facadeModuleId: id }) => id !== null && OPEN_PAGES.includes(nameOf(id))),
  )
  // A set that grows while it is gone through.
  for (const { imports, dynamicImports } of open) {
    for (const chunk of chunks) {
      if ([...imports, ...dynamicImports].includes(chunk.fileName)) open.add(chunk)
    }
  }
  return open
}

const REMEDY = `Put what both need into a folder beside product/, such as ${SOURCE_DIR}/design/.`
const importProblem = (importer: string, module: string): string =>
  `${SOURCE_DIR}/${importer} imports ${SOURCE_DIR}/${module}, which would be served while the app is locked. ${REMEDY}`
const chunkProblem = (file: string, module: string): string =>
  `${file} holds ${SOURCE_DIR}/${module}, which would be served while the app is locked. Leave it out of that chunk.`

/** One sentence for each module of the product that a finished package serves while locked. */
export function judgeOpenModules(
  files: readonly { readonly path: string; readonly content: Buffer }[],
): string[] {
  const path = `out/renderer/${OPEN_MODULES_FILE}`
  const file = files.find((candidate) => candidate.path === path)
  if (file === undefined) {
    return [
      `${path} is missing: nothing says what is served while the app is locked. Put productBehindGate() back into electron.vite.config.ts.`,
    ]
  }
  return (JSON.parse(file.content.toString('utf8')) as string[])
    .filter(isOfProduct)
    .map((module) => `${SOURCE_DIR}/${module} is served while the app is locked. ${REMEDY}`)
}
