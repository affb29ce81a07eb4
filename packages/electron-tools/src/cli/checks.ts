import type { Archive } from './archive.ts'
import { checkBrand } from './brand.ts'
import * as archive from './check-archive.ts'
import * as files from './check-package.ts'
import { checkSettings } from './check-settings.ts'
import { checkSources } from './check-sources.ts'
import { checkFuses } from './fuses.ts'
import type { PackageLayout } from './package-layout.ts'
import type { Project } from './project.ts'

/** What is checked: a project and the package that was built from it. */
export interface Subject {
  readonly project: Project
  readonly layout: PackageLayout
  readonly archive: Archive
  /** The folder with the installers. */
  readonly outputDir: string
  /** Another Electron version is a note instead of a problem. */
  readonly allowsDevelopmentElectron: boolean
}

/** One sentence: a reason against a release, or a note. Never contains a secret. */
export type Finding = string | { readonly note: string }

/** A function with the texts for the guide: what it reads, and what it refuses. */
type Check<Input> = readonly [
  reads: string,
  refuses: string,
  run: (input: Input) => Promise<readonly Finding[]> | readonly Finding[],
]

/** These checks need no package. */
export const PROJECT_CHECKS: readonly Check<Project>[] = [
  [
    '`src/`',
    'type errors; unlicensed calls of the product; developer tools; own `ipcMain` calls',
    checkSources,
  ],
  [
    '`.env`, `app.json`',
    "invalid and demo settings, weak secrets, no decision about public keys, the example's ID and name",
    checkSettings,
  ],
  ['`LICENSE`, `resources/`', "the template's license, mark and icons under another name", checkBrand],
]

export const PACKAGE_CHECKS: readonly Check<Subject>[] = [
  ['the executable', 'wrong fuses', ({ layout }) => checkFuses(layout.binaryPath)],
  ['the executable', 'another Electron than the one in `package.json`', files.checkElectron],
  ['`app.asar`', 'source maps, TypeScript, `.env`, unknown and changed files', archive.checkStrayFiles],
  ['`app.asar`', 'embedded source maps, demo settings, local paths, API keys', archive.checkTexts],
  ['`app.asar`: pages, preload', 'shared secrets, also encoded', archive.checkSecrets],
  ['`app.asar`: main process', 'readable source, other settings than `.env`', archive.checkMain],
  ['`app.asar`: pages', "a weaker policy, inline code, the template's mark", archive.checkPages],
  ['`app.asar`: `package.json`', 'another name or version, dependencies, scripts', archive.checkManifest],
  ['files beside `app.asar`', '`.env` files, shared secrets, API keys', files.checkFilesBeside],
  ['names of these files', 'unknown resources, missing licenses and sandbox helper', files.checkResources],
  ['the signed file', 'a missing hash of `app.asar`, another app ID (Windows, macOS)', files.checkIntegrity],
  ['`app-update.yml`', 'a feed without it or the reverse; a feed for an unsigned app', files.checkUpdates],
  [
    'the whole package',
    'more than 1 % added to the size of Electron, or than `maxAddedMegabytes`',
    files.checkSize,
  ],
  ['the installers', 'installers of other versions', files.checkInstallers],
]

export async function findingsOf<Input>(
  checks: readonly Check<Input>[],
  input: Input,
): Promise<{ readonly problems: string[]; readonly notes: string[] }> {
  const findings: Finding[] = []
  for (const [, , run] of checks) findings.push(...(await run(input)))
  return {
    problems: findings.filter((finding) => typeof finding === 'string'),
    notes: findings.flatMap((finding) => (typeof finding === 'string' ? [] : [finding.note])),
  }
}
