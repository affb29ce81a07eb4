import { DIRECTIVES, isPageAsset, metaContentSecurityPolicy } from '@latchkey/electron/pages'
import { SECRET_NAMES } from '@latchkey/electron/settings'
import { DEMO_MARK } from '@latchkey/protocol'
import type { ArchivedFile } from './archive.ts'
import { TEMPLATE_NAME, TEMPLATE_OUTLINES } from './brand.ts'
import type { Subject } from './checks.ts'
import { problemsIn } from './problems.ts'
import type { Project } from './project.ts'
import { holds, holdsApiKey } from './spellings.ts'

const MAIN = 'out/main/'
const ENTRY = `${MAIN}index.cjs`
/** The chunk that is imported after the window is open: see `start.ts` of @latchkey/electron. */
const COMPOSE = /^out\/main\/chunks\/compose-[\w-]+\.cjsc$/
/** The first bytes of electron-vite's bytecode files. */
const BYTECODE = 'EVBC0001'
/** The only files that a package may contain. */
const SHIPPED = [
  /^(package\.json|NOTICE)$/,
  /^out\/main\/(chunks\/)?[\w.~-]+\.(cjs|cjsc)$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/(gate|product)\/index\.html$/,
]
const isShipped = (path: string): boolean =>
  SHIPPED.some((pattern) => pattern.test(path)) ||
  (/^out\/renderer\/(gate|product)\/[^/]+$/.test(path) && isPageAsset(path))

/** The options by which unchecked files get into a package. */
export const WHERE_FROM = 'extraFiles and extraResources in electron-builder.config.ts'

/** A `.env` file contains settings of a build machine or a server, and must not be shipped. */
export const isEnvironmentFile = (path: string): boolean => /(^|[\\/])\.env[^\\/]*$/i.test(path)

export const environmentFileProblem = (path: string): string =>
  `${path} is in the package, and everybody who has the app can read the settings in it. ` +
  `Take it out of ${WHERE_FROM}.`

/** SECURITY: an API key can create, ban and delete users. No app needs it. */
export const apiKeyProblem = (path: string): string =>
  `${path} holds an API key: everybody who has the app could create and ban users with it. ` +
  'Call the management API from a server of yours, and not from the app.'

/** Files that must not be in the archive at all. */
export const checkStrayFiles = ({ archive }: Subject): string[] =>
  archive.files.flatMap(({ path, isUnpacked, isIntact }) => {
    if (/\.map$/.test(path)) return [`${path} is a source map: it gives the source away.`]
    if (/\.(ts|tsx|mts|cts)$/.test(path)) return [`${path} is TypeScript source.`]
    if (isEnvironmentFile(path)) return [environmentFileProblem(`app.asar/${path}`)]
    if (!isShipped(path)) return [`${path} does not belong into the archive.`]
    if (isUnpacked) return [`${path} is outside the archive, where no integrity check protects it.`]
    return isIntact ? [] : [`${path} was changed after it was packed.`]
  })

/** Texts that no file of the archive may contain. */
export const checkTexts = ({ archive, project }: Subject): string[] =>
  archive.files.flatMap(({ path, content }) => {
    const text = content.toString('latin1')
    return problemsIn([
      [/[#@] sourceMappingURL=|"sourcesContent"/.test(text), `${path} carries or names a source map.`],
      [holds(text, DEMO_MARK), `${path} holds settings of the demo project.`],
      [holds(text, project.rootDir), `${path} contains the path of the folder that it was built in.`],
      [holdsApiKey(text), apiKeyProblem(path)],
    ])
  })

/** Only the main process may contain the shared secrets. */
export const checkSecrets = ({ archive, project }: Subject): string[] =>
  archive.files
    .filter(({ path }) => !path.startsWith(MAIN))
    .flatMap(({ path, content }) => {
      const text = content.toString('latin1')
      return [
        ...secretsIn(project, (secret) => holds(text, secret)).map(
          (name) => `${path} holds ${name}: a shared secret outside the main process.`,
        ),
        ...(text.includes('LATCHKEY_SECRET') ? [`${path} names the shared secrets' settings.`] : []),
      ]
    })

/** The names of the shared secrets that `isFound` finds. */
export const secretsIn = ({ settings }: Project, isFound: (secret: string) => boolean): string[] =>
  SECRET_NAMES.filter((name) => settings[name] && isFound(settings[name]))

const textOf = (files: readonly ArchivedFile[], path: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  files.find((file) => file.path === path)?.content.toString(encoding)

export function checkMain({ archive, project }: Subject): string[] {
  const code = textOf(archive.files, `${ENTRY}c`, 'latin1')
  if (!code?.startsWith(BYTECODE)) {
    return [`${ENTRY} is not bytecode: the main process's source can be read.`]
  }
  if (!archive.files.some(({ path }) => COMPOSE.test(path))) {
    return ['The chunk compose is not bytecode: the source of the licensing can be read.']
  }
  const missing = Object.entries(project.settings).filter(([, value]) => value && !code.includes(value))
  return [
    ...missing.map(([name]) => `${name} is not what was built in. Run: npm run package`),
    ...DIRECTIVES.filter((directive) => !code.includes(directive)).map(
      (directive) => `The pages would be served without ${directive.split(' ')[0]} in their policy.`,
    ),
  ]
}

export const checkPages = ({ archive, project }: Subject): string[] =>
  (['gate', 'product'] as const).flatMap((page) => {
    const path = `out/renderer/${page}/index.html`
    const html = textOf(archive.files, path)
    if (html === undefined) return [`${path} is missing.`]
    const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? []
    const isOther =
      policy?.replaceAll('&#39;', "'") !== metaContentSecurityPolicy(page, project.app.productMay ?? [])
    const hasInline = /<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|<style|\sstyle=/i.test(html)
    const marked = archive.files.filter(
      (file) => file.path.includes(`/${page}/`) && file.content.includes(TEMPLATE_OUTLINES.icon),
    )
    return [
      ...problemsIn([
        [policy === undefined, `${path} has no Content-Security-Policy.`],
        [
          policy !== undefined && isOther,
          `${path} has another Content-Security-Policy than the one in the source.`,
        ],
        [hasInline, `${path} has inline code or styles.`],
      ]),
      ...(project.manifest.productName === TEMPLATE_NAME ? [] : marked).map(
        (file) =>
          `${file.path} is the template's mark. Draw your own in resources/icon.svg, or run: npm run init`,
      ),
    ]
  })

export function checkManifest({ archive, project: { manifest } }: Subject): string[] {
  const text = textOf(archive.files, 'package.json')
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
