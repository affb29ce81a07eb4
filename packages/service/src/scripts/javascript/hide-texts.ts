import { type FunctionDeclaration, type Node, parse } from 'acorn'

/**
 * Encodes the table in which the obfuscator collects the texts of a script, as one text that is
 * decoded when the script starts. The obfuscator's own encoding is decoded text by text while the
 * program runs, with methods of `String` that the program may have replaced by then.
 */
export function hideTexts(code: string): string {
  const table = parse(code, { ecmaVersion: 'latest', sourceType: 'commonjs' })
    .body.map(tableIn)
    .find((found) => found !== undefined)
  if (table === undefined) throw new Error('The obfuscator collected no texts.')
  const { start, end, texts } = table
  const seed = 1 + texts.length
  const call = `(${decodeTexts.toString()})('${encodeTexts(texts, seed)}',${seed})`
  return code.slice(0, start) + call + code.slice(end)
}

/** Finds the first list in `function a(){const b=['…'];a=function(){return b;};return a();}`. */
function tableIn(statement: Node) {
  const { type, body } = statement as Partial<FunctionDeclaration>
  if (type !== 'FunctionDeclaration') return undefined
  const [first] = body?.body ?? []
  const list = first?.type === 'VariableDeclaration' ? first.declarations[0]?.init : undefined
  if (list?.type !== 'ArrayExpression') return undefined
  const texts = list.elements.flatMap((element) =>
    element?.type === 'Literal' && typeof element.value === 'string' ? [element.value] : [],
  )
  return texts.length === list.elements.length ? { start: list.start, end: list.end, texts } : undefined
}

/** The random numbers are below 2³¹, and their products are exact (Park and Miller). */
const MULTIPLIER = 16_807
const MODULUS = 2_147_483_647
/** The first character of printable ASCII, which goes from the space to the tilde. */
const FIRST = 32
const PRINTABLE = 95

function encodeTexts(texts: readonly string[], seed: number): string {
  const json = JSON.stringify(texts).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  let state = seed
  const encoded: string[] = []
  for (let at = 0; at < json.length; at += 1) {
    state = (state * MULTIPLIER) % MODULUS
    const shifted = FIRST + ((json.charCodeAt(at) - FIRST + (state % PRINTABLE)) % PRINTABLE)
    encoded.push(String.fromCharCode(shifted))
  }
  return encoded.join('').replaceAll(/['\\]/g, '\\$&')
}

/** The function becomes part of the script as text, so it uses only what every JavaScript has. */
function decodeTexts(encoded: string, seed: number): string[] {
  let state = seed
  let json = ''
  for (let at = 0; at < encoded.length; at += 1) {
    state = (state * 16807) % 2147483647
    json += String.fromCharCode(32 + ((encoded.charCodeAt(at) - 32 + 95 - (state % 95)) % 95))
  }
  return JSON.parse(json)
}
