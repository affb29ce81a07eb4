import obfuscator, { type ObfuscatorOptions } from 'javascript-obfuscator'
import { NotProtectable, type Protection } from '../platform.ts'
import { type GuardSettings, startGuard } from './guard.ts'
import type { ParsedScript } from './parse.ts'
import { weaveChecks } from './weave-checks.ts'

/**
 * Renames what only the script itself can name, and hides its texts. What may change what a program does is left off:
 * no renamed properties or globals, no rewritten control flow, no code that fights debuggers.
 */
const OPTIONS: ObfuscatorOptions = {
  compact: true,
  identifierNamesGenerator: 'mangled-shuffled',
  renameGlobals: false,
  renameProperties: false,
  stringArray: true,
  // Every text: of a part of them, one that matters would now and then stay in clear.
  stringArrayThreshold: 1,
  stringArrayEncoding: ['base64'],
  controlFlowFlattening: false,
  deadCodeInjection: false,
  selfDefending: false,
  debugProtection: false,
  disableConsoleOutput: false,
  // A page whose policy forbids eval can run it.
  target: 'browser-no-eval',
}

export function protectScript(
  { source, program }: Extract<ParsedScript, { readonly kind: 'parsed' }>,
  protection: Protection,
): string {
  const check = unusedName(source)
  const prologue = `var ${check}=(${startGuard.toString()})(latchkey,${JSON.stringify(settingsOf(protection))})`
  const woven = weaveChecks({ source, program, check, inLoops: !protection.lightning, prologue })
  // As a function, or its own names would be taken for globals and stay.
  const wrapped = `(function(module,exports,require,latchkey){${woven}\n}).call(exports,module,exports,require,latchkey);`
  try {
    return obfuscator.obfuscate(wrapped, OPTIONS).getObfuscatedCode()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new NotProtectable(
      /call stack/.test(why)
        ? 'The source is nested too deeply to be processed.'
        : `The obfuscator cannot take this source: ${why}`,
    )
  }
}

const settingsOf = ({ name, silent, heartbeat, lookEverySeconds }: Protection): GuardSettings => ({
  name,
  silent,
  lookEveryMs: lookEverySeconds * 1_000,
  heartbeat: heartbeat ?? null,
})

function unusedName(source: string): string {
  let name = '$latchkey'
  while (source.includes(name)) name += '$'
  return name
}
