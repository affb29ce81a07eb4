import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiReport, createApiReport } from '../../tools/packages/api-report.ts'
import { findOrBuildPackages, PUBLISHED } from '../../tools/packages/build.ts'

/** The service is a program: it exports no modules. */
const LIBRARIES = PUBLISHED.filter((name) => name !== 'service')

let workDir: string
let tarballs: string[]
beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'latchkey-published-'))
  tarballs = findOrBuildPackages(join(workDir, 'packages'))
}, 180_000)
afterAll(() => rm(workDir, { recursive: true, force: true }))

/** What the tarballs were made of. */
const packagesDir = (): string => dirname(tarballs[0] ?? '')

test.each(PUBLISHED)('%s passes publint', async (name) => {
  const pkgDir = join(packagesDir(), name)
  const { messages, pkg } = await publint({ pkgDir, pack: false, level: 'warning' })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test.each(LIBRARIES)('the types of %s match its modules', async (name) => {
  const tarball = tarballs.find((path) => basename(path).startsWith(`latchkey-${name}-`)) ?? ''
  const data = new Uint8Array(await readFile(tarball))
  const analysis = await checkPackage(createPackageFromTarballData(data), {
    excludeEntrypoints: [/\.css$/],
  })
  const problems = analysis.types === false ? ['no types'] : analysis.problems
  // The packages are ESM: Node 22 and later also `require` them. Resolution as before Node 12 is not
  // supported. The entry for any app, `createLicensing`, supports both.
  const unexpected = problems.filter(
    (problem) =>
      typeof problem === 'string' ||
      !('resolutionKind' in problem) ||
      (name === 'electron' && problem.entrypoint === '.') ||
      !['node10', 'node16-cjs'].includes(problem.resolutionKind),
  )
  expect(unexpected).toEqual([])
})

interface Target {
  readonly types?: string
  readonly import?: { readonly types: string }
}

/** The entries with types, and their public API. */
async function reportsOf(name: string): Promise<(ApiReport & { readonly entry: string })[]> {
  const packageDir = join(packagesDir(), name)
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'))
  return Object.entries<Target | string>(manifest.exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return []
    const types = target.types ?? target.import?.types ?? ''
    const entry = `${manifest.name}${path.slice(1)}`
    return [{ entry, ...createApiReport(join(packageDir, types)) }]
  })
}

// After an intended change: npx vitest run --project node test/packages/published.test.ts -u
test.each(LIBRARIES)('the public API of %s is the one in docs/api, and is documented', async (name) => {
  const reports = await reportsOf(name)
  const sections = reports.map(({ entry, text }) => `# API of \`${entry}\`\n\n\`\`\`ts\n${text}\`\`\`\n`)
  await expect(sections.join('\n')).toMatchFileSnapshot(`../../docs/api/${name}.md`)
  expect(reports.flatMap(({ undocumented }) => undocumented)).toEqual([])
})
