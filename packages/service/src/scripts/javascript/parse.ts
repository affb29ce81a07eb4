import { type Comment, getLineInfo, type Node, type Program, parse } from 'acorn'
import { namesOf } from './names.ts'

export type ParsedScript =
  | {
      readonly kind: 'parsed'
      readonly source: string
      readonly program: Program
      readonly comments: readonly Comment[]
      /** Names of globals that the script reads or writes. */
      readonly freeNames: ReadonlySet<string>
    }
  | { readonly kind: 'rejected'; readonly message: string }

export const TOO_DEEP = 'The source is nested too deeply to be processed.'

/** The offsets of a program are those of the source that is returned with it. */
export function parseScript(text: string): ParsedScript {
  if (text.trim() === '') return { kind: 'rejected', message: 'The source is empty.' }
  // A line for the shell means nothing inside a function. A comment of the same length keeps every
  // offset.
  const source = text.replace(/^\uFEFF?#!/, (mark) => mark.replace('#!', '//'))
  try {
    const comments: Comment[] = []
    const program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'commonjs',
      // For eslint-scope, which looks at nothing else.
      ranges: true,
      onComment: comments,
    })
    const { free, redeclared } = namesOf(program)
    if (redeclared !== undefined) {
      return rejectedAt(redeclared, source, `'${redeclared.name}' has already been declared.`)
    }
    for (const node of nodesOf(program)) {
      // Its body finds names at run time, and most names are replaced.
      if (node.type === 'WithStatement')
        return rejectedAt(node, source, "a 'with' statement cannot be protected.")
    }
    return { kind: 'parsed', source, program, comments, freeNames: free }
  } catch (error) {
    return { kind: 'rejected', message: describe(error) }
  }
}

function rejectedAt({ start }: Node, source: string, why: string): ParsedScript {
  const { line, column } = getLineInfo(source, start)
  return { kind: 'rejected', message: `Line ${line}, column ${column + 1}: ${why}` }
}

const MODULE_ONLY = /'import' and 'export' may appear only|Cannot use 'import\.meta'/

/** Acorn's message when it detects deep nesting itself. Otherwise the engine throws. */
const NO_STACK_LEFT = /^Not enough stack space/

function describe(error: unknown): string {
  if (isStackOverflow(error)) return TOO_DEEP
  if (!isSyntaxError(error)) throw error
  const { line, column } = error.loc
  const what = error.message.replace(/ \(\d+:\d+\)$/, '')
  const where = `Line ${line}, column ${column + 1}`
  if (NO_STACK_LEFT.test(what)) return `${where}: ${TOO_DEEP}`
  return MODULE_ONLY.test(what)
    ? `${where}: this is a module. Bundle it into one script (CommonJS or IIFE), and send that.`
    : `${where}: ${what}.`
}

interface AcornError extends SyntaxError {
  readonly loc: { readonly line: number; readonly column: number }
}

const isSyntaxError = (error: unknown): error is AcornError => error instanceof SyntaxError && 'loc' in error

/** The stack of the thread has a limit, however large: sources nest more deeply. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message === 'Maximum call stack size exceeded'

/**
 * Every node of a tree, those that contain others first. Without recursion: sources nest as deeply
 * as they like.
 */
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
