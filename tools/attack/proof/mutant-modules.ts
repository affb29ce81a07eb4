import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rootDir } from '../../set-up/places.js'
import type { ExchangeTargetParts } from '../exchange-target.ts'
import { type Mutation, mutate } from './mutation.ts'

/** The query parameter that marks all modules of one mutant. */
const MARK = 'mutant'
const PROJECT_URLS = [join(rootDir, 'src'), join(rootDir, 'packages')].map((dir) => `${pathToFileURL(dir)}/`)

/** Loads copies of the key exchange with one mutation each. No file is changed. */
export function openMutantModules(mutations: readonly Mutation[]) {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const mark = markOf(context.parentURL)
      const isOurs = PROJECT_URLS.some((dir) => resolved.url.startsWith(dir))
      return mark !== null && isOurs ? { ...resolved, url: marked(resolved.url, mark) } : resolved
    },
    load(url, context, next) {
      const loaded = next(url, context)
      const mutation = mutations[Number(markOf(url) ?? Number.NaN)]
      if (mutation === undefined || new URL(url).pathname !== pathOf(mutation).pathname) return loaded
      return { ...loaded, source: mutate(readFileSync(pathOf(mutation), 'utf8'), mutation) }
    },
  })
  return {
    async load(mutation: Mutation): Promise<ExchangeTargetParts['createKeyExchange']> {
      const entry = pathToFileURL(join(rootDir, 'packages/client/src/license/key-exchange.ts')).href
      const mutant = (await import(marked(entry, String(mutations.indexOf(mutation))))) as Pick<
        ExchangeTargetParts,
        'createKeyExchange'
      >
      return mutant.createKeyExchange
    },
    close: () => hooks.deregister(),
  }
}

const pathOf = ({ file }: Mutation): URL => pathToFileURL(join(rootDir, file))

const markOf = (url: string | undefined): string | null =>
  url?.startsWith('file:') ? new URL(url).searchParams.get(MARK) : null

const marked = (url: string, mark: string): string => `${url}?${MARK}=${mark}`
