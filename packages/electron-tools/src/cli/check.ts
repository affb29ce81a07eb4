import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { readArchive } from './archive.ts'
import { findingsOf, PACKAGE_CHECKS, PROJECT_CHECKS } from './checks.ts'
import { BUILD_ERROR_FILE, findPackage } from './package-layout.ts'
import { CommandError, type Project } from './project.ts'

/** Checks the project and its package. Exits with code 1 if there are reasons against a release. */
export async function check(
  project: Project,
  folder: string,
  allowsDevelopmentElectron: boolean,
): Promise<void> {
  const dir = resolve(project.rootDir, folder)
  const layout = await findPackage(dir, project.manifest)
  const { problems, notes } = await findingsOf(PROJECT_CHECKS, project)
  if (layout === undefined) {
    report([...problems, ...(await checkFailedBuild(dir))], [])
    throw new CommandError('There is no package to check. Run: npm run package')
  }
  const subject = {
    project,
    layout,
    archive: readArchive(layout.archivePath),
    outputDir: dirname(layout.dir),
    allowsDevelopmentElectron,
  }
  const ofPackage = await findingsOf(PACKAGE_CHECKS, subject)
  problems.push(...ofPackage.problems)
  report(problems, [...notes, ...ofPackage.notes])
  const shown = relative(project.rootDir, layout.dir)
  process.stdout.write(problems.length === 0 ? `${shown} passes.\n` : `${shown} must not be released.\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

/** Returns the errors of the last build if it failed: some mistakes already stop the build. */
async function checkFailedBuild(outputDir: string): Promise<string[]> {
  const output = await readFile(join(outputDir, BUILD_ERROR_FILE), 'utf8').catch(() => '')
  const lines = output.split('\n').filter((line) => /^\w*Error: (?!Build failed)/.test(line))
  return [...new Set(lines)].map((line) => line.replace(/^\w*Error: /, ''))
}

function report(problems: readonly string[], notes: readonly string[]): void {
  for (const note of notes) process.stdout.write(`note: ${note}\n`)
  for (const problem of problems) process.stdout.write(`REFUSED: ${problem}\n`)
}
