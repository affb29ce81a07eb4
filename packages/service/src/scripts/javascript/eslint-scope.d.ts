/** The part of eslint-scope that is used here: version 8 comes without types. */
declare module 'eslint-scope' {
  import type { Identifier, Program } from 'acorn'

  export interface Definition {
    readonly type: string
    readonly name: Identifier
    readonly parent: { readonly kind?: string } | null
  }

  export interface Scope {
    readonly set: ReadonlyMap<string, { readonly defs: readonly Definition[] }>
    readonly childScopes: readonly Scope[]
    /** References that no declaration in this scope answers. */
    readonly through: readonly { readonly identifier: Identifier }[]
  }

  export interface Options {
    readonly ecmaVersion: number
    readonly sourceType: 'commonjs'
  }

  export function analyze(program: Program, options: Options): { readonly globalScope: Scope }
}
