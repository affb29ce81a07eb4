import { DEMO_MARK } from '@latchkey/protocol'
import {
  CONTENT_SECURITY_POLICY,
  META_CONTENT_SECURITY_POLICY,
} from '../../packages/electron/src/main/pages/content-security-policy.ts'
import type { RawSettings } from '../../packages/electron/src/settings.ts'
import type { Archive, ArchivedFile } from './archive.ts'
import { checkMark } from './brand.ts'
import { apiKeyProblem, environmentFileProblem, isEnvironmentFile } from './check-files.ts'
import { secretsOf } from './secrets.ts'
import { holds, holdsApiKey } from './spellings.ts'

/** The expected fields of the archive's package.json. */
export interface ExpectedManifest {
  readonly name: string
  readonly productName: string
  readonly version: string
  readonly main: string
}

const MAIN = 'out/main/'
/** The only files that a package may contain. */
const SHIPPED = [
  /^package\.json$/,
  /^out\/main\/(chunks\/)?[\w.-]+\.(cjs|cjsc)$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/(gate|product)\/index\.html$/,
  /^out\/renderer\/(gate|product)\/[^/]+\.(js|css|svg|png|jpg|webp|ico|woff2|wasm|mp3|json)$/,
]
/** The first bytes of electron-vite's bytecode files. */
const BYTECODE = 'EVBC0001'
const ENTRY = `${MAIN}index.cjs`
/** The chunk that is imported after the window is open: see `start.ts` of @latchkey/electron. */
const COMPOSE = /^out\/main\/chunks\/compose-[\w-]+\.cjsc$/

/** Returns one sentence for each problem in the archive. Never contains a secret. */
export function checkArchive(
  { files }: Archive,
  manifest: ExpectedManifest,
  settings: RawSettings,
  buildDir: string,
): string[] {
  return [
    ...files.flatMap((file) => checkFile(file, settings, buildDir)),
    ...checkMain(files, settings),
    ...checkPages(files),
    ...checkMark(files, manifest.productName),
    ...checkManifest(files, manifest),
  ]
}

function checkFile(
  { path, content, isUnpacked, isIntact }: ArchivedFile,
  settings: RawSettings,
  buildDir: string,
): string[] {
  if (/\.map$/.test(path)) return [`${path} is a source map: it gives the source away.`]
  if (/\.(ts|tsx|mts|cts)$/.test(path)) return [`${path} is TypeScript source.`]
  if (isEnvironmentFile(path)) return [environmentFileProblem(`app.asar/${path}`)]
  if (!SHIPPED.some((pattern) => pattern.test(path))) return [`${path} does not belong into the archive.`]
  if (isUnpacked) return [`${path} is outside the archive, where no integrity check protects it.`]
  const text = content.toString('latin1')
  return [
    ...(isIntact ? [] : [`${path} was changed after it was packed.`]),
    ...(/[#@] sourceMappingURL=|"sourcesContent"/.test(text)
      ? [`${path} carries or names a source map.`]
      : []),
    ...(holds(text, DEMO_MARK) ? [`${path} holds settings of the demo project.`] : []),
    ...(holds(text, buildDir) ? [`${path} contains the path of the folder that it was built in.`] : []),
    ...(holdsApiKey(text) ? [apiKeyProblem(path)] : []),
    ...(path.startsWith(MAIN) ? [] : checkSecrets(path, text, settings)),
  ]
}

function checkSecrets(path: string, text: string, settings: RawSettings): string[] {
  const found = secretsOf(settings).filter(({ value }) => holds(text, value))
  return [
    ...found.map(({ name }) => `${path} holds ${name}: a shared secret outside the main process.`),
    ...(text.includes('LATCHKEY_SECRET') ? [`${path} names the shared secrets' settings.`] : []),
  ]
}

function checkMain(files: readonly ArchivedFile[], settings: RawSettings): string[] {
  const main = files.filter(({ path }) => path.startsWith(MAIN))
  const compiled = main.find(({ path }) => path === `${ENTRY}c`)
  const code = compiled?.content.toString('latin1')
  if (code === undefined || !code.startsWith(BYTECODE)) {
    return [`${ENTRY} is not bytecode: the main process's source can be read.`]
  }
  if (!main.some(({ path }) => COMPOSE.test(path))) {
    return ['The chunk compose is not bytecode: the source of the licensing can be read.']
  }
  const missing = Object.entries(settings).filter(([, value]) => value && !code.includes(value))
  return [
    ...missing.map(([name]) => `${name} is not what was built in. Run: npm run package`),
    ...CONTENT_SECURITY_POLICY.split('; ')
      .filter((directive) => !code.includes(directive))
      .map((directive) => `The pages would be served without ${directive.split(' ')[0]} in their policy.`),
  ]
}

function checkPages(files: readonly ArchivedFile[]): string[] {
  return ['gate', 'product'].flatMap((page) => {
    const path = `out/renderer/${page}/index.html`
    const html = files.find((file) => file.path === path)?.content.toString('utf8')
    if (html === undefined) return [`${path} is missing.`]
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1]
    if (policy === undefined) return [`${path} has no Content-Security-Policy.`]
    const isRight = policy.replaceAll('&#39;', "'") === META_CONTENT_SECURITY_POLICY
    return [
      ...(isRight ? [] : [`${path} has another Content-Security-Policy than the one in the source.`]),
      ...(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|<style|\sstyle=/i.test(html)
        ? [`${path} has inline code or styles.`]
        : []),
    ]
  })
}

function checkManifest(files: readonly ArchivedFile[], manifest: ExpectedManifest): string[] {
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
