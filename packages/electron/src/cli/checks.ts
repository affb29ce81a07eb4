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

interface Check<Input> {
  readonly reads: string
  readonly refuses: string
  readonly run: (input: Input) => Promise<readonly Finding[]> | readonly Finding[]
}

/** These checks need no package. */
export const PROJECT_CHECKS: readonly Check<Project>[] = [
  {
    reads: '`src/`',
    refuses:
      'type errors; a call of the product without a license; developer tools in a packaged app; a call that is registered with `ipcMain` directly',
    run: checkSources,
  },
  {
    reads: '`.env`, `app.json`, `package.json`',
    refuses:
      "missing and invalid settings, a grace of more than 31 days; demo settings; short or equal secrets; the example's ID, the template's name",
    run: checkSettings,
  },
  {
    reads: '`LICENSE`, `resources/`',
    refuses: "the template's license, mark and icons under another name",
    run: checkBrand,
  },
]

export const PACKAGE_CHECKS: readonly Check<Subject>[] = [
  {
    reads: 'the executable',
    refuses: 'a fuse with another value than `fuses.ts` requires',
    run: ({ layout }) => checkFuses(layout.binaryPath),
  },
  {
    reads: 'the executable',
    refuses: 'another Electron than the version in `package.json`',
    run: files.checkElectron,
  },
  {
    reads: '`app.asar`',
    refuses: 'source maps, TypeScript, `.env` files, unknown files, files that were changed or unpacked',
    run: archive.checkStrayFiles,
  },
  {
    reads: '`app.asar`',
    refuses: "embedded source maps, settings of the demo, the build folder's path, API keys of the service",
    run: archive.checkTexts,
  },
  {
    reads: '`app.asar`, without the main process',
    refuses: 'shared secrets, also encoded',
    run: archive.checkSecrets,
  },
  {
    reads: '`app.asar`, the main process',
    refuses: 'a main process that is not bytecode, other settings than those of `.env`, a weaker policy',
    run: archive.checkMain,
  },
  {
    reads: '`app.asar`, the pages',
    refuses: "another Content-Security-Policy, inline code and styles, the template's mark",
    run: archive.checkPages,
  },
  {
    reads: '`app.asar`, `package.json`',
    refuses: 'another name or version, dependencies and scripts',
    run: archive.checkManifest,
  },
  {
    reads: 'the files beside `app.asar`',
    refuses: '`.env` files, shared secrets, API keys of the service',
    run: files.checkFilesBeside,
  },
  {
    reads: 'the names of the files beside `app.asar`',
    refuses: 'unknown resources, missing licenses of Electron, a missing sandbox helper',
    run: files.checkResources,
  },
  {
    reads: 'the signed file (Windows, macOS)',
    refuses: 'a missing hash of `app.asar`, another app ID',
    run: files.checkIntegrity,
  },
  {
    reads: '`app-update.yml`',
    refuses: 'a feed without this file or the reverse; on Windows, a feed for an unsigned app',
    run: files.checkUpdates,
  },
  {
    reads: 'the whole package',
    refuses: 'more than 1 % added to the size of Electron',
    run: files.checkSize,
  },
  {
    reads: 'the installers',
    refuses: 'installers of other versions',
    run: files.checkInstallers,
  },
]

export async function findingsOf<Input>(
  checks: readonly Check<Input>[],
  input: Input,
): Promise<{ readonly problems: string[]; readonly notes: string[] }> {
  const findings: Finding[] = []
  for (const { run } of checks) findings.push(...(await run(input)))
  return {
    problems: findings.filter((finding) => typeof finding === 'string'),
    notes: findings.flatMap((finding) => (typeof finding === 'string' ? [] : [finding.note])),
  }
}
