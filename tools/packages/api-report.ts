import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { lineOf, type Node } from './api-line.ts'

/** A declaration of a public entry, or one that it refers to in the same package. */
interface Declared {
  readonly name: string
  /** The declaration with its docstring. */
  readonly text: string
  readonly line: string
  readonly hasDocstring: boolean
}

interface Statement {
  readonly names: readonly string[]
  readonly text: string
  readonly line: string
  readonly hasDocstring: boolean
  readonly uses: ReadonlySet<string>
}

/** Where a name of a module comes from. `from` is undefined for a package. */
interface Source {
  readonly from: string | undefined
  readonly name: string
}

interface Module {
  readonly statements: readonly Statement[]
  /** Where each imported name comes from, by the name in this module. */
  readonly imports: ReadonlyMap<string, Source>
  /** Where each exported name comes from. Without `from`, it is a name of this module. */
  readonly exports: ReadonlyMap<string, Source>
  /** The modules of the `export * from` statements. */
  readonly stars: readonly string[]
}

/** The public API of an entry, from its declarations. */
export interface ApiReport {
  /** The exported declarations by name, then those that they refer to. */
  readonly text: string
  /** The exported declarations, each on one line; see `lineOf`. */
  readonly exported: readonly string[]
  /** The other declarations of the package to which the exported ones refer. */
  readonly others: readonly string[]
  /** Exported names without a docstring. */
  readonly undocumented: readonly string[]
}

/**
 * Reads the public API of an entry.
 * @param declarationsPath of the built entry, which ends in `.d.ts`
 * @param reported declarations of the package's earlier entries, which are not repeated where they
 * are only referred to. The report adds its own
 */
export function createApiReport(declarationsPath: string, reported = new Set<string>()): ApiReport {
  const modules = new Map<string, Module>()
  const load = (path: string): Module => {
    const module = modules.get(path) ?? readModule(path)
    modules.set(path, module)
    return module
  }

  /** Finds the module with the declaration. Undefined if it is in another package. */
  function locate(path: string, name: string): Place | undefined {
    const { statements, imports } = load(path)
    if (statements.some(({ names }) => names.includes(name))) return { path, name }
    const source = imports.get(name)
    return source?.from === undefined ? undefined : locateExport(source.from, source.name)
  }
  function locateExport(path: string, name: string): Place | undefined {
    const { exports, stars } = load(path)
    const source = exports.get(name)
    if (source !== undefined) {
      return source.from === undefined ? locate(path, source.name) : locateExport(source.from, source.name)
    }
    return stars.map((star) => locateExport(star, name)).find((found) => found !== undefined)
  }
  function exportedNames(path: string): string[] {
    const { exports, stars } = load(path)
    return [...exports.keys(), ...stars.flatMap(exportedNames)]
  }

  const exported = [...new Set(exportedNames(declarationsPath))].sort()
  const entries = exported.map((name) => ({ name, place: locateExport(declarationsPath, name) }))
  const queue = entries.map(({ place }) => place)
  const found = new Map<string, Declared>()
  for (const [index, place] of queue.entries()) {
    if (place === undefined || found.has(keyOf(place))) continue
    if (index >= entries.length && reported.has(keyOf(place))) continue
    reported.add(keyOf(place))
    const ofName = load(place.path).statements.filter(({ names }) => names.includes(place.name))
    found.set(keyOf(place), {
      name: place.name,
      text: ofName.map(({ text }) => text).join('\n'),
      line: lineOfAll(ofName),
      hasDocstring: ofName.some(({ hasDocstring }) => hasDocstring),
    })
    for (const { uses } of ofName) for (const name of uses) queue.push(locate(place.path, name))
  }
  const exportedKeys = new Set(entries.map(({ place }) => place && keyOf(place)))
  return {
    text: [...new Set([...found.values()].map(({ text }) => `${text}\n`))].join('\n'),
    exported: entries.map(({ name, place }) => {
      if (place === undefined) return name.startsWith('*') ? name : `${name} (of another package)`
      const line = found.get(keyOf(place))?.line ?? ''
      return place.name === name ? line : `${line} as ${name}`
    }),
    others: [...found].filter(([key]) => !exportedKeys.has(key)).map(([, { line }]) => line),
    undocumented: [...found]
      .filter(([key, { hasDocstring }]) => exportedKeys.has(key) && !hasDocstring)
      .map(([, { name }]) => name),
  }
}

interface Place {
  readonly path: string
  readonly name: string
}
const keyOf = ({ path, name }: Place): string => `${path} ${name}`

/**
 * Joins the lines of one name: overloads share a name, and so do a schema and the type of its
 * values.
 */
const lineOfAll = (statements: readonly Statement[]): string =>
  statements
    .map(({ line }) => line)
    .sort()
    .join('; ')
    .replace(/^const (\w+: .*); type \w+ = (Type\.)?Static<typeof \w+>$/, 'const and type $1')

function readModule(path: string): Module {
  const source = readFileSync(path, 'utf8')
  const { program, comments } = parseSync(path, source)
  const statements: Statement[] = []
  const imports = new Map<string, Source>()
  const exports = new Map<string, Source>()
  const stars: string[] = []
  let previousEnd = 0
  for (const node of program.body as unknown as readonly Node[]) {
    const from = resolveModule(path, node['source'])
    const declaration = (node['declaration'] ?? undefined) as Node | undefined
    if (node.type === 'ImportDeclaration') {
      for (const { local, imported } of specifiersOf(node)) imports.set(local, { from, name: imported })
    } else if (node.type === 'ExportAllDeclaration') {
      if (from !== undefined) stars.push(from)
      else exports.set(`* from ${textOfLiteral(node['source'])}`, { from, name: '*' })
    } else if (node.type === 'ExportNamedDeclaration' && declaration === undefined) {
      for (const { local, exported } of specifiersOf(node)) exports.set(exported, { from, name: local })
    } else {
      const declared = declaration ?? node
      const names = namesOf(declared)
      const doc = comments.find(
        ({ value, start, end }) =>
          value.startsWith('*') &&
          start >= previousEnd &&
          end < node.start &&
          source.slice(end, node.start).trim() === '',
      )
      statements.push({
        names,
        text: source.slice(doc?.start ?? node.start, node.end),
        line: lineOf(declared, source),
        hasDocstring: doc !== undefined,
        uses: identifiersIn(declared),
      })
      if (declaration !== undefined) for (const name of names) exports.set(name, { from: undefined, name })
    }
    previousEnd = node.end
  }
  return { statements, imports, exports, stars }
}

function resolveModule(path: string, source: unknown): string | undefined {
  const value = textOfLiteral(source)
  if (!value?.startsWith('.')) return undefined
  const target = join(dirname(path), value).replace(/\.[cm]?[jt]sx?$/, '.d.ts')
  return existsSync(target) ? target : undefined
}

const textOfLiteral = (literal: unknown): string | undefined =>
  (literal as { readonly value?: string } | null | undefined)?.value

const nameOf = (node: unknown): string => (node as { readonly name: string } | undefined)?.name ?? ''

const specifiersOf = (node: Node): { local: string; imported: string; exported: string }[] =>
  (node['specifiers'] as Node[]).map((each) => ({
    local: nameOf(each['local']),
    imported: nameOf(each['imported']),
    exported: nameOf(each['exported']),
  }))

function namesOf(declaration: Node): string[] {
  const declarators = declaration['declarations'] as Node[] | undefined
  return declarators?.map(({ id }) => nameOf(id)) ?? [nameOf(declaration['id'])]
}

/**
 * Collects every name in a declaration. Names of members are among them, but no declaration has
 * them.
 */
function identifiersIn(node: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(node)) for (const each of node) identifiersIn(each, names)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && node.type === 'Identifier') names.add(nameOf(node))
    for (const value of Object.values(node)) identifiersIn(value, names)
  }
  return names
}
