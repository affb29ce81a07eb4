import type { Identifier, Program } from 'acorn'
import obfuscator, { type ObfuscatorOptions } from 'javascript-obfuscator'
import type { Processed } from '../script-updates.ts'
import { type GuardSettings, startGuard } from './guard.ts'
import { hideTexts } from './hide-texts.ts'
import { isStackOverflow, nodesOf, type ParsedScript, TOO_DEEP } from './parse.ts'
import { weaveChecks } from './weave-checks.ts'

/**
 * The obfuscator renames what only the script itself can name, and hides its texts. Everything that
 * may change the behaviour of a program is off: renamed properties or globals, rewritten control
 * flow, code against debuggers.
 */
const OPTIONS: ObfuscatorOptions = {
  compact: true,
  identifierNamesGenerator: 'mangled-shuffled',
  renameGlobals: false,
  renameProperties: false,
  stringArray: true,
  // All texts are hidden: if some were not, an important one could stay readable.
  stringArrayThreshold: 1,
  // `hideTexts` encodes the texts afterwards.
  stringArrayEncoding: [],
  controlFlowFlattening: false,
  deadCodeInjection: false,
  selfDefending: false,
  debugProtection: false,
  disableConsoleOutput: false,
  // A page whose policy forbids eval can run it.
  target: 'browser-no-eval',
}

/** How a script is protected. */
export interface Protection extends GuardSettings {
  /** Checks run at the start of each function, but not in each turn of a loop. */
  readonly lightning: boolean
}

type Parsed = Extract<ParsedScript, { readonly kind: 'parsed' }>

export function protectScript(parsed: Parsed, { lightning, ...settings }: Protection): Processed {
  const check = unusedName(parsed.program)
  const woven = weaveChecks({ ...parsed, check, inLoops: !lightning })
  const guard = `(${startGuard.toString()})(typeof latchkey==='undefined'?void 0:latchkey,${JSON.stringify(settings)})`
  // The program is a function of its own: its names cannot hide a global from the guard, and of the
  // guard it only gets the check. `latchkey` is the session, which the code that runs a script
  // passes by this name.
  const head = `(function(module,exports,require){var ${check}=${guard};latchkey=void 0;(function(module,exports,require){`
  const tail = '\n}).call(exports,module,exports,require);}).call(exports,module,exports,require);'
  try {
    const code = obfuscator.obfuscate(head + woven + tail, {
      ...OPTIONS,
      reservedNames: reserved(parsed.freeNames),
    })
    const source = legalCommentsOf(parsed) + hideTexts(code.getObfuscatedCode())
    return { kind: 'processed', source }
  } catch (error) {
    return { kind: 'rejected', message: reasonOf(error, head.split('\n').length - 1) }
  }
}

function reasonOf(error: unknown, linesBefore: number): string {
  const why = error instanceof Error ? error.message : String(error)
  if (isStackOverflow(error) || /call stack/.test(why)) return TOO_DEEP
  const [, line, what] = /^ERROR at line (\d+): (.*) \(\d+:\d+\)/.exec(why) ?? []
  return line === undefined
    ? `The obfuscator cannot take this source: ${why}`
    : `Line ${Number(line) - linesBefore}: the obfuscator cannot take this: ${what}.`
}

function unusedName(program: Program): string {
  const used = new Set<unknown>()
  for (const node of nodesOf(program)) if (node.type === 'Identifier') used.add((node as Identifier).name)
  let name = '$latchkey'
  while (used.has(name)) name += '$'
  return name
}

/**
 * Names that must not be used for renamed variables, because the script uses globals with these
 * names.
 */
const reserved = (names: ReadonlySet<string>): string[] =>
  names.size === 0 ? [] : [`^(?:${[...names].map((name) => name.replaceAll('$', '\\$')).join('|')})$`]

/**
 * Collects the comments that licenses require. They are marked as for esbuild and others, and each
 * is kept once.
 */
function legalCommentsOf({ comments }: Parsed): string {
  const legal = comments
    .filter(({ value }) => value.startsWith('!') || /@license|@preserve/.test(value))
    .map(({ type, value }) => (type === 'Block' ? `/*${value}*/\n` : `//${value}\n`))
  return [...new Set(legal)].join('')
}
