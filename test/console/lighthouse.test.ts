import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { ensureLighthouse } from '../../tools/set-up/install-apart.js'
import { ensureBrowser } from '../../tools/set-up/test-tools.js'
import { createKeyHelpers } from './key-support.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { IS_LONG, startConsole } from './support.ts'

/** The part of Lighthouse that is used. It is not a dependency. */
type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Report }>
interface Report {
  readonly categories: Readonly<Record<string, Category>>
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly details?: unknown }>>
}
interface Category {
  /** 0 to 1. */
  readonly score: number
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}

const console = IS_LONG ? await startConsole() : undefined

test.runIf(console)(
  'Lighthouse gives 100 for accessibility and best practices, on telephones and computers',
  { timeout: 600_000 },
  async () => {
    const { default: lighthouse } = await import(pathToFileURL(ensureLighthouse()).href)
    if (console === undefined) return
    const { service, origin, link } = console
    const keys = createKeyHelpers(console)
    const { id } = (await keys.found(service.keys['valid'] ?? '')).key
    const list = `/projects/${service.project}/keys`
    const scores: string[] = []
    const findings: string[] = []

    const profile = mkdtempSync(join(tmpdir(), 'latchkey-lighthouse-'))
    // Lighthouse opens its pages in the profile of the browser, where the session is.
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: ensureBrowser(),
      args: ['--remote-debugging-port=0'],
      locale: 'en-GB',
    })
    try {
      const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
      const look = async (path: string): Promise<void> => {
        for (const formFactor of ['mobile', 'desktop'] as const) {
          const { lhr } = await (lighthouse as Lighthouse)(`${origin}/#${path}`, {
            port,
            formFactor,
            ...(formFactor === 'desktop' && { screenEmulation: DESKTOP }),
            onlyCategories: ['accessibility', 'best-practices'],
            disableStorageReset: true,
            logLevel: 'error',
          })
          for (const [category, { score, auditRefs }] of Object.entries(lhr.categories)) {
            scores.push(`${path} ${formFactor} ${category} ${score * 100}`)
            const failed = auditRefs.filter(({ id, weight }) => weight > 0 && lhr.audits[id]?.score === 0)
            findings.push(
              ...failed.map(({ id }) => `${path} ${id} ${JSON.stringify(lhr.audits[id]?.details)}`),
            )
          }
        }
      }
      await look('/sign-in')
      await signInByLink(await context.newPage(), link)
      await look(list)
      await look(`${list}/${id}`)
    } finally {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    }
    process.stderr.write(`${scores.join('\n')}\n`)
    expect(findings).toEqual([])
    expect(scores).toHaveLength(12)
    expect(scores.filter((score) => !score.endsWith(' 100'))).toEqual([])
  },
)

const DESKTOP = { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false }
