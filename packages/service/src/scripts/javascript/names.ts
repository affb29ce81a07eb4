import type { Identifier, Program } from 'acorn'
import { analyze } from 'eslint-scope'

export interface Names {
  /** Names of globals that the script reads or writes. */
  readonly free: ReadonlySet<string>
  /**
   * Where the script declares a parameter again with `let`, `const` or `class`, which is an error.
   */
  readonly redeclared: Identifier | undefined
}

/** Parameters of the function that a script is the body of. */
const PARAMETERS = ['module', 'exports', 'require']

export function namesOf(program: Program): Names {
  const { globalScope } = analyze(program, { ecmaVersion: 2026, sourceType: 'commonjs' })
  const [body] = globalScope.childScopes
  return {
    free: new Set(globalScope.through.map(({ identifier }) => identifier.name)),
    redeclared: PARAMETERS.flatMap((name) => body?.set.get(name)?.defs ?? []).find(
      ({ type, parent }) => type === 'ClassName' || (type === 'Variable' && parent?.kind !== 'var'),
    )?.name,
  }
}
