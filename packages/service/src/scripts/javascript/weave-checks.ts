import type { AnyNode, BlockStatement, Comment, Node, Program, Statement } from 'acorn'
import { nodesOf } from './parse.ts'

interface Weaving {
  readonly source: string
  readonly program: Program
  readonly comments: readonly Comment[]
  /** An unused name, for the function that throws when the script may not go on. */
  readonly check: string
  readonly inLoops: boolean
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Puts inline checks into a source: at its start, at the start of every function, and of every turn
 * of a loop. Comments are left out, because the obfuscator takes orders from them. What the
 * obfuscator would change in its meaning is written differently. Nothing else is touched, and no
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
      // Becomes a sum: that would ask an object for its value, where a template asks for its text.
      return node.expressions.flatMap(({ start, end }) => [
        insertion(start, "''.concat(("),
        insertion(end, '))'),
      ])
    case 'ObjectExpression':
      // Becomes `'__proto__': __proto__`: that would set the prototype, where this adds a property.
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

/** To JavaScript a comment is a space, or the end of a line, which may replace a semicolon. */
const blankOf = (comment: string): string => comment.replaceAll(/[^\n\r\u2028\u2029]+/g, '') || ' '

function bodyOf(node: Node, inLoops: boolean): BlockStatement | undefined {
  if (!FUNCTIONS.has(node.type) && !(inLoops && LOOPS.has(node.type))) return undefined
  const { body } = node as Node & { readonly body: Node }
  return body.type === 'BlockStatement' ? (body as BlockStatement) : undefined
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const LOOPS = new Set(['For', 'ForIn', 'ForOf', 'While', 'DoWhile'].map((kind) => `${kind}Statement`))

/** After the directives, because `'use strict'` is one only where it comes first. */
function startOf(statements: readonly (Statement | Node)[], start: number): number {
  let at = start
  for (const statement of statements) {
    if (!('directive' in statement) || statement.directive === undefined) break
    at = statement.end
  }
  return at
}
