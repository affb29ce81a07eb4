import type { ScriptPlatform } from '../platform.ts'
import { loaderText } from './loader.ts'
import { parseScript } from './parse.ts'

/**
 * Scripts in the sense of CommonJS: they run as the body of a function that is given `module`,
 * `exports` and `require`.
 */
export const javascript: ScriptPlatform = {
  parse(source) {
    const parsed = parseScript(source)
    if (parsed.kind === 'rejected') return parsed
    return {
      kind: 'parsed',
      // The obfuscator takes longer to load than most scripts to protect: loaded when there is
      // something to do.
      protect: async (protection) => (await import('./protect.ts')).protectScript(parsed, protection),
    }
  },
  loader: (settings) => ({ mediaType: 'text/javascript; charset=utf-8', text: loaderText(settings) }),
}
