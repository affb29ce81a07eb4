import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Project, runTool } from './project.ts'

/** Explanations for type errors that indicate a security problem, by the compiler's message. */
const SECURITY_ERRORS: readonly (readonly [type: RegExp, problem: string])[] = [
  [
    /\bneedsLicense\b|'false' is not assignable to type '[^']*until-closed/,
    "A call of the product is answered without a license. Give it `needsLicense: true` or `'until-closed'`.",
  ],
  [
    /\b(DeveloperTools|PagePreferences)\b/,
    'A packaged app would have developer tools. Write developerTools() instead of another value.',
  ],
]

/** The only file that may register handlers. */
const REGISTRY = /\/ipc\/register-handlers\.ts$/
const REGISTERS = /\bipcMain\s*\.\s*(handle|handleOnce|on|once|addListener)\b/

/**
 * Returns one sentence for each problem in `src/`, and in what it imports from source. The finished
 * package does not show them, because its main process is bytecode.
 */
export async function checkSources(project: Project): Promise<string[]> {
  const { rootDir } = project
  // The file is in `dist/`, because the compiler searches for types in the folders above it.
  const configPath = join(rootDir, 'dist', 'tsconfig.check.json')
  await mkdir(dirname(configPath), { recursive: true })
  await writeFile(configPath, JSON.stringify(COMPILER_CONFIG))
  const { ok, output } = runTool(project, 'tsc', ['-p', configPath, '--pretty', 'false', '--listFiles'])
  await rm(configPath)
  // The first line of an error is not indented; its explanation is.
  const errors = [...output.matchAll(/^(\S.*?)\((\d+),\d+\): error TS\d+: (.*(?:\n\s+.*)*)/gm)]
  const problems = errors.map(([, file, line, message = '']) => {
    const [, problem] = SECURITY_ERRORS.find(([type]) => type.test(message)) ?? []
    return `${file}, line ${line}: ${problem ?? `${message.split('\n')[0]} Run: npm run typecheck`}`
  })
  if (!ok && errors.length === 0) problems.push(`The types could not be checked: ${output.slice(0, 200)}`)
  const files = output.split('\n').filter((line) => /(?<!\.d)\.tsx?$/.test(line))
  for (const file of files.filter((path) => !path.includes('node_modules') && !REGISTRY.test(path))) {
    if (!REGISTERS.test(await readFile(file, 'utf8'))) continue
    problems.push(
      `${relative(rootDir, file).replaceAll('\\', '/')} registers a call with ipcMain itself, which does not verify the sender. ` +
        'Add the call to src/ipc/product-calls.ts, and its handler in src/main/product-handlers.ts.',
    )
  }
  return problems
}

/** Tests and tools are not compiled. Unused names do not prevent a release. */
const COMPILER_CONFIG = {
  extends: '../tsconfig.json',
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
  include: ['../src'],
  exclude: ['../**/*.test.ts', '../**/*.test.tsx'],
}
