import {
  type Comment,
  getLineInfo,
  type Identifier,
  type Node,
  type Position,
  type Program,
  parse,
} from 'acorn'
import { analyze } from 'eslint-scope'

/** A CommonJS script: the body of a function with the parameters `module`, `exports`, `require`. */
export type ParsedScript =
  | {
      readonly kind: 'parsed'
      readonly source: string
      readonly program: Program
      readonly comments: readonly Comment[]
      /** The names of globals that the script reads or writes. */
      readonly freeNames: ReadonlySet<string>
    }
  /** The message names the problem, and its line and column, counted from 1. */
  | { readonly kind: 'rejected'; readonly message: string }

export const TOO_DEEP = 'The source is nested too deeply to be processed.'

/** Parses a script. The offsets in the program are those in the returned source. */
export function parseScript(text: string): ParsedScript {
  if (text.trim() === '') return { kind: 'rejected', message: 'The source is empty.' }
  // In a function, a first line for the shell is an error. A comment of the same length keeps the
  // offsets.
  const source = text.replace(/^\uFEFF?#!/, (mark) => mark.replace('#!', '//'))
  try {
    const comments: Comment[] = []
    const program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'commonjs',
      // eslint-scope needs the ranges.
      ranges: true,
      onComment: comments,
    })
    const { free, redeclared } = namesOf(program)
    if (redeclared !== undefined) {
      return rejectedAt(redeclared, source, `'${redeclared.name}' has already been declared.`)
    }
    // The body of a `with` finds names at run time, but protection replaces most names.
    for (const node of nodesOf(program)) {
      if (node.type === 'WithStatement')
        return rejectedAt(node, source, "a 'with' statement cannot be protected.")
    }
    return { kind: 'parsed', source, program, comments, freeNames: free }
  } catch (error) {
    return { kind: 'rejected', message: describe(error) }
  }
}

/** The parameters of the function whose body is the script. */
const PARAMETERS = ['module', 'exports', 'require']

function namesOf(program: Program) {
  const tree = program as Parameters<typeof analyze>[0]
  const { globalScope } = analyze(tree, { ecmaVersion: 2026, sourceType: 'commonjs' })
  const body = globalScope?.childScopes[0]
  return {
    /** The names of globals that the script reads or writes. */
    free: new Set(globalScope?.through.map(({ identifier }) => identifier.name)),
    /** A second declaration of a parameter with `let`, `const` or `class`, which is an error. */
    redeclared: PARAMETERS.flatMap((name) => body?.set.get(name)?.defs ?? []).find(
      ({ type, parent }) => type === 'ClassName' || (type === 'Variable' && parent?.kind !== 'var'),
    )?.name as Identifier | undefined,
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

const isSyntaxError = (error: unknown): error is SyntaxError & { readonly loc: Position } =>
  error instanceof SyntaxError && 'loc' in error

/**
 * Whether an error is a stack overflow. A source can be nested more deeply than the stack of the
 * thread allows.
 */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message === 'Maximum call stack size exceeded'

/**
 * Yields every node of a tree, outer nodes first. It uses no recursion, because a source can be
 * nested more deeply than the stack allows.
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
