import { createHash } from 'node:crypto'
import { DEMO_MARK } from '@latchkey/protocol'
import {
  CONTENT_SECURITY_POLICY,
  META_CONTENT_SECURITY_POLICY,
  withStyleHash,
} from '../../src/main/desktop/content-security-policy.ts'
import type { RawSettings } from '../../src/main/settings.ts'
import type { Archive, ArchivedFile } from './archive.ts'
import { judgeMark } from './brand.ts'
import { apiKeyProblem, environmentFileProblem, isEnvironmentFile } from './judge-files.ts'
import { judgeOpenModules } from './product-behind-gate.ts'
import { secretsOf } from './secrets.ts'
import { holds, holdsApiKey } from './spellings.ts'

/** What the archive's package.json must say. */
export interface ExpectedManifest {
  readonly name: string
  readonly productName: string
  readonly version: string
  readonly main: string
}

const MAIN = 'out/main/'
/** Not of every product: see `waitingProduct` in electron.vite.config.ts. */
const WAITING_PAGE = 'out/renderer/waiting/index.html'
const DRAWN_PAGE = /^out\/renderer\/gate\/index\.[a-z]{2}\.html$/
/** Everything that is shipped, and nothing else. */
const SHIPPED = [
  /^package\.json$/,
  /^out\/main\/(chunks\/)?[\w.-]+\.(cjs|cjsc)$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/\.vite\/(manifest|open-modules)\.json$/,
  /^out\/renderer\/(gate|product|waiting)\/index\.html$/,
  // Drawn by the build: docs/decisions/0010-drawn-gate.md.
  DRAWN_PAGE,
  /^out\/renderer\/assets\/[^/]+\.(js|css|svg|png|jpg|webp|ico|woff2|wasm|mp3|json)$/,
]
/** The first bytes of the bytecode that electron-vite writes. */
const BYTECODE = 'EVBC0001'
const ENTRY = `${MAIN}index.cjs`
/** The rest of our own main process, which the entry loads behind the window. */
const REST = /^out\/main\/chunks\/compose-[\w-]+\.cjsc?$/

/** One sentence for each thing in the archive that keeps it from being released. Never holds a secret. */
export function judgeArchive(
  { files }: Archive,
  manifest: ExpectedManifest,
  settings: RawSettings,
  buildDir: string,
): string[] {
  return [
    ...files.flatMap((file) => judgeFile(file, settings, buildDir)),
    ...judgeMain(files, settings),
    ...judgeOpenModules(files),
    ...judgePages(files),
    ...judgeMark(files, manifest.productName),
    ...judgeManifest(files, manifest),
  ]
}

function judgeFile(
  { path, content, isUnpacked, isIntact }: ArchivedFile,
  settings: RawSettings,
  buildDir: string,
): string[] {
  if (/\.map$/.test(path)) return [`${path} is a source map: it gives the source away.`]
  if (/\.(ts|tsx|mts|cts)$/.test(path)) return [`${path} is TypeScript source.`]
  if (isEnvironmentFile(path)) return [environmentFileProblem(`app.asar/${path}`)]
  if (!SHIPPED.some((pattern) => pattern.test(path))) return [`${path} does not belong into the archive.`]
  if (isUnpacked) return [`${path} lies outside the archive, where nothing protects it.`]
  const text = content.toString('latin1')
  return [
    ...(isIntact ? [] : [`${path} was changed after it was packed.`]),
    ...(/[#@] sourceMappingURL=|"sourcesContent"/.test(text)
      ? [`${path} carries or names a source map.`]
      : []),
    ...(holds(text, DEMO_MARK) ? [`${path} holds settings of the demo project.`] : []),
    ...(holds(text, buildDir) ? [`${path} tells the folder on the machine that it was built in.`] : []),
    ...(holdsApiKey(text) ? [apiKeyProblem(path)] : []),
    ...(path.startsWith(MAIN) ? [] : judgeSecrets(path, text, settings)),
  ]
}

function judgeSecrets(path: string, text: string, settings: RawSettings): string[] {
  const found = secretsOf(settings).filter(({ value }) => holds(text, value))
  return [
    ...found.map(({ name }) => `${path} holds ${name}: a shared secret outside the main process.`),
    ...(text.includes('LATCHKEY_SECRET') ? [`${path} names the shared secrets' settings.`] : []),
  ]
}

function judgeMain(files: readonly ArchivedFile[], settings: RawSettings): string[] {
  const main = files.filter(({ path }) => path.startsWith(MAIN))
  const compiled = main.find(({ path }) => path === `${ENTRY}c`)
  const code = compiled?.content.toString('latin1')
  if (code === undefined || !code.startsWith(BYTECODE)) {
    return [`${ENTRY} is not bytecode: the main process's source can be read.`]
  }
  const rest = main.filter(({ path }) => REST.test(path))
  const readable = rest.filter(({ content }) => !content.toString('latin1').startsWith(BYTECODE))
  if (rest.length === 0) return ["The main process's own code is not where it should be."]
  if (readable.length > 0) {
    return readable.map(({ path }) => `${path} is not bytecode: the main process's source can be read.`)
  }
  const missing = Object.entries(settings).filter(([, value]) => value && !code.includes(value))
  return [
    ...missing.map(([name]) => `${name} is not what was built in. Run: npm run package`),
    ...CONTENT_SECURITY_POLICY.split('; ')
      .filter((directive) => !code.includes(directive))
      .map((directive) => `The pages would be served without ${directive.split(' ')[0]} in their policy.`),
  ]
}

function judgePages(files: readonly ArchivedFile[]): string[] {
  const found = files.map(({ path }) => path).filter((path) => DRAWN_PAGE.test(path) || path === WAITING_PAGE)
  const pages = ['gate', 'product'].map((page) => `out/renderer/${page}/index.html`)
  return [...pages, ...found].flatMap((path) => {
    const html = files.find((file) => file.path === path)?.content.toString('utf8')
    if (html === undefined) return [`${path} is missing.`]
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1]
    if (policy === undefined) return [`${path} has no Content-Security-Policy.`]
    // A drawn page has its style sheet in it. Its policy names that text, and no other.
    const [element, style] = (DRAWN_PAGE.test(path) && /<style>(.*?)<\/style>/s.exec(html)) || []
    const isRight = policy.replaceAll('&#39;', "'") === policyFor(style)
    return [
      ...(isRight ? [] : [`${path} has another Content-Security-Policy than the one in the source.`]),
      ...(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|<style|\sstyle=/i.test(
        element === undefined ? html : html.replace(element, ''),
      )
        ? [`${path} has inline code or styles.`]
        : []),
    ]
  })
}

function policyFor(style: string | undefined): string {
  if (style === undefined) return META_CONTENT_SECURITY_POLICY
  const hash = createHash('sha256').update(style).digest('base64')
  return withStyleHash(META_CONTENT_SECURITY_POLICY, `'sha256-${hash}'`)
}

function judgeManifest(files: readonly ArchivedFile[], manifest: ExpectedManifest): string[] {
  const text = files.find(({ path }) => path === 'package.json')?.content.toString('utf8')
  if (text === undefined) return ['The archive has no package.json.']
  const packed = JSON.parse(text) as Record<string, unknown>
  return [
    ...(['name', 'productName', 'version', 'main'] as const)
      .filter((field) => packed[field] !== manifest[field])
      .map(
        (field) => `The package's ${field} is ${String(packed[field])}, and should be ${manifest[field]}.`,
      ),
    ...['dependencies', 'devDependencies', 'scripts', 'workspaces']
      .filter((field) => field in packed)
      .map((field) => `The archive's package.json has ${field}: it was not made by npm run package.`),
  ]
}
