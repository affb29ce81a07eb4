import type { AnyNode, BlockStatement, Comment, Node, Program, Statement } from 'acorn'
import { nodesOf } from './parse.ts'

interface Weaving {
  readonly source: string
  readonly program: Program
  readonly comments: readonly Comment[]
  /** An unused name for the function that throws when the script may not continue. */
  readonly check: string
  readonly inLoops: boolean
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Inserts inline checks into a source: at its start, and at the start of every function and of
 * every turn of a loop. Comments are removed, because the obfuscator takes orders from them. Code
 * whose meaning the obfuscator would change is written differently. Nothing else changes, and no
 * line moves.
 */
export function weaveChecks({ source, program, comments, check, inLoops }: Weaving): string {
  const checkAt = (at: number): Edit => insertion(at, `;${check}();`)
  const edits = [checkAt(startOf(program.body, 0))]
  const tagged = new Set<Node>()
  for (const node of nodesOf(program) as Iterable<AnyNode>) {
    const body = bodyOf(node, inLoops)
    if (body !== undefined) edits.push(checkAt(startOf(body.body, body.start + 1)))
    if (node.type === 'TaggedTemplateExpression') tagged.add(node.quasi)
    else if (!tagged.has(node)) edits.push(...preservingMeaning(node))
  }
  for (const { start, end } of comments) {
    edits.push({ start, end, text: blankOf(source.slice(start, end)) })
  }
  const woven: string[] = []
  let done = 0
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    woven.push(source.slice(done, start), text)
    done = end
  }
  return woven.join('') + source.slice(done)
}

const insertion = (at: number, text: string): Edit => ({ start: at, end: at, text })

function preservingMeaning(node: AnyNode): Edit[] {
  switch (node.type) {
    case 'TemplateLiteral':
      // The obfuscator would make a sum of a template. A sum asks an object for its value, a
      // template for its text.
      return node.expressions.flatMap(({ start, end }) => [
        insertion(start, "''.concat(("),
        insertion(end, '))'),
      ])
    case 'ObjectExpression':
      // The obfuscator would write `'__proto__': __proto__`, which sets the prototype. Here it adds
      // a property.
      return node.properties.flatMap((property) =>
        property.type === 'Property' &&
        property.shorthand &&
        property.value.type === 'Identifier' &&
        property.value.name === '__proto__'
          ? [insertion(property.start, "['__proto__']:")]
          : [],
      )
    default:
      return []
  }
}

/**
 * Replaces a comment. For JavaScript it is a space, or a line end, which may replace a semicolon.
 */
const blankOf = (comment: string): string => comment.replaceAll(/[^\n\r\u2028\u2029]+/g, '') || ' '

function bodyOf(node: Node, inLoops: boolean): BlockStatement | undefined {
  if (!FUNCTIONS.has(node.type) && !(inLoops && LOOPS.has(node.type))) return undefined
  const { body } = node as Node & { readonly body: Node }
  return body.type === 'BlockStatement' ? (body as BlockStatement) : undefined
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const LOOPS = new Set(['For', 'ForIn', 'ForOf', 'While', 'DoWhile'].map((kind) => `${kind}Statement`))

/** The offset after the directives: `'use strict'` is a directive only if it comes first. */
function startOf(statements: readonly (Statement | Node)[], start: number): number {
  let at = start
  for (const statement of statements) {
    if (!('directive' in statement) || statement.directive === undefined) break
    at = statement.end
  }
  return at
}
