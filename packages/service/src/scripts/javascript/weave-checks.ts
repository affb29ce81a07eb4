import type { BlockStatement, Node, Program, Statement } from 'acorn'
import { nodesOf } from './parse.ts'

export interface Weaving {
  readonly source: string
  readonly program: Program
  /** A name that the source does not use, of a function that throws when the script may not go on. */
  readonly check: string
  readonly inLoops: boolean
  /** What comes first, after the directives. */
  readonly prologue: string
}

/**
 * Puts inline checks into a source: at the start of every function, and of every turn of a loop. Texts are inserted,
 * nothing else is touched, and no line moves.
 */
export function weaveChecks({ source, program, check, inLoops, prologue }: Weaving): string {
  const checks = [...nodesOf(program)].flatMap((node) => {
    const body = bodyOf(node, inLoops)
    return body === undefined ? [] : [{ at: startOf(body.body, body.start + 1), text: `;${check}();` }]
  })
  const first = { at: startOf(program.body, startOfProgram(source)), text: `;${prologue};${check}();` }
  let woven = ''
  let done = 0
  for (const { at, text } of [first, ...checks].sort((a, b) => a.at - b.at)) {
    woven += source.slice(done, at) + text
    done = at
  }
  return woven + source.slice(done)
}

function bodyOf(node: Node, inLoops: boolean): BlockStatement | undefined {
  if (!FUNCTIONS.has(node.type) && !(inLoops && LOOPS.has(node.type))) return undefined
  const { body } = node as Node & { readonly body: Node }
  return body.type === 'BlockStatement' ? (body as BlockStatement) : undefined
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const LOOPS = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
])

/** After the directives, because `'use strict'` is one only where it comes first. */
function startOf(statements: readonly (Statement | Node)[], start: number): number {
  let at = start
  for (const statement of statements) {
    if (!('directive' in statement) || statement.directive === undefined) break
    at = statement.end
  }
  return at
}

/** A source that begins with a comment keeps it; a byte-order mark must stay in front. */
const startOfProgram = (source: string): number => (source.startsWith('\uFEFF') ? 1 : 0)
