import { type Node, type Program, parse } from 'acorn'

export type ParsedScript =
  | { readonly kind: 'parsed'; readonly source: string; readonly program: Program }
  | { readonly kind: 'rejected'; readonly message: string }

/** The offsets of a program are those of the source that is returned with it. */
export function parseScript(text: string): ParsedScript {
  if (text.trim() === '') return { kind: 'rejected', message: 'The source is empty.' }
  // A line for the shell means nothing inside a function. A comment of the same length keeps every offset.
  const source = text.replace(/^\uFEFF?#!/, (mark) => mark.replace('#!', '//'))
  try {
    const program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
    })
    return { kind: 'parsed', source, program }
  } catch (error) {
    return { kind: 'rejected', message: describe(error) }
  }
}

const MODULE_ONLY = /'import' and 'export' may appear only|Cannot use 'import\.meta'/

function describe(error: unknown): string {
  if (!isSyntaxError(error)) throw error
  const { line, column } = error.loc
  const what = error.message.replace(/ \(\d+:\d+\)$/, '')
  const where = `Line ${line}, column ${column + 1}`
  return MODULE_ONLY.test(what)
    ? `${where}: this is a module. Bundle it into one script (CommonJS or IIFE), and send that.`
    : `${where}: ${what}.`
}

interface AcornError extends SyntaxError {
  readonly loc: { readonly line: number; readonly column: number }
}

const isSyntaxError = (error: unknown): error is AcornError => error instanceof SyntaxError && 'loc' in error

/** Every node of a tree, those that contain others first. Without recursion: sources nest as deeply as they like. */
export function* nodesOf(root: Node): Generator<Node> {
  const left: Node[] = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    yield node
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) left.push(child)
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
