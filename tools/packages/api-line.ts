/** A node of the syntax tree that `parseSync` of Vite returns. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

/** The longest text that is shown. Longer ones are prose, such as the description of an option. */
const LONGEST_LITERAL = 40

/**
 * A declaration on one line, so that a reviewer sees which names of the public API have changed.
 * Of object types it has the names of the fields, and the types of those fields only where these
 * contain names themselves: object types and literals.
 */
export function lineOf(declaration: Node, source: string): string {
  const [declarator] = (declaration['declarations'] ?? []) as Node[]
  const id = declarator?.['id'] as Node | undefined
  const type = typeIn(id)
  const line =
    type !== undefined && isSchema(type, source) && partsIn(type).length > 0
      ? `const ${id?.['name']}: ${schemaOf(type, source)}`
      : textOf(declaration, source)
  return line.replace(/^(export )?(declare )?/, '').replace(/;$/, '')
}

/** The source on one line without comments, with object types in short form. */
function textOf(node: Node, source: string): string {
  let text = ''
  let end = node.start
  for (const object of partsIn(node).filter(isObject)) {
    text += source.slice(end, object.start) + objectOf(object, source)
    end = object.end
  }
  return (text + source.slice(end, node.end))
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\breadonly |\bimport\("[^"]*"\)\./g, '')
    .replace(/\s+/g, ' ')
    .replaceAll(', }', ' }')
    .trim()
}

/**
 * Whether a type is one of TypeBox. Its fields and values are nested in type arguments; the rest is
 * noise.
 */
const isSchema = ({ start, end }: Node, source: string): boolean =>
  /^(import\("typebox"\)\.|Type\.)T[A-Z]/.test(source.slice(start, end))

/** The object types and the literals in a type of TypeBox. */
function schemaOf(type: Node, source: string): string {
  const parts = partsIn(type).map((part) =>
    isObject(part) ? objectOf(part, source) : source.slice(part.start, part.end),
  )
  return parts.join(' | ') + (/^[^{["]*\bTArray</.test(source.slice(type.start, type.end)) ? '[]' : '')
}

const objectOf = (object: Node, source: string): string => {
  const members = (object['body'] ?? object['members']) as Node[]
  return members.length === 0
    ? '{}'
    : `{ ${members.map((member) => memberOf(member, source).replace(/;$/, '')).join(', ')} }`
}

function memberOf(member: Node, source: string): string {
  const key = member['key'] as Node | undefined
  // A call signature or an index signature.
  if (key === undefined) return textOf(member, source)
  const name = source.slice(key.start, key.end)
  if (member.type === 'TSMethodSignature') return name + parametersOf(member)
  const type = typeIn(member)
  if (type === undefined) return name
  const isOptionalSchema =
    isSchema(type, source) && /^[^<]*TOptional</.test(source.slice(type.start, type.end))
  const mark = member['optional'] === true || isOptionalSchema ? '?' : ''
  if (type.type === 'TSFunctionType') return name + mark + parametersOf(type)
  if (partsIn(type).length === 0) return name + mark
  return `${name}${mark}: ${isSchema(type, source) ? schemaOf(type, source) : textOf(type, source)}`
}

const parametersOf = (method: Node): string => `(${(method['params'] as Node[]).map(parameterOf).join(', ')})`

function parameterOf({ type, name, argument, optional }: Node): string {
  if (type === 'RestElement') return `...${parameterOf(argument as Node)}`
  return `${name ?? 'options'}${optional === true ? '?' : ''}`
}

function typeIn(node: Node | undefined): Node | undefined {
  const annotation = node?.['typeAnnotation'] as Node | null | undefined
  return annotation?.['typeAnnotation'] as Node | undefined
}

const isObject = ({ type }: Node): boolean => type === 'TSTypeLiteral' || type === 'TSInterfaceBody'

/** The outermost object types and literals, in the order of the source. */
function partsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(partsIn)
  if (typeof value !== 'object' || value === null) return []
  const node = value as Node
  if (isObject(node)) return [node]
  if (node.type === 'Literal') return node.end - node.start > LONGEST_LITERAL ? [] : [node]
  // The name of the module in `import("typebox").TString` is left out.
  const children = node.type === 'TSImportType' ? [node['typeArguments']] : Object.values(node)
  return children.flatMap(partsIn).sort((a, b) => a.start - b.start)
}
