import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonIn, tryRun } from '../set-up/run.js'

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

/**
 * Returns one sentence for each problem in the source that the finished package does not show,
 * because its main process is bytecode.
 */
export const checkSources = async (rootDir: string): Promise<string[]> => [
  ...checkTypes(rootDir),
  ...(await checkIpc(rootDir)),
]

function checkTypes(rootDir: string): string[] {
  const { ok, output } = tryRun('tsc', ['-p', 'tools/release/tsconfig.json', '--pretty', 'false'], {
    cwd: rootDir,
  })
  if (ok) return []
  // The first line of an error is not indented; its explanation is.
  const errors = [...output.matchAll(/^(\S.*?)\((\d+),\d+\): error TS\d+: (.*(?:\n\s+.*)*)/gm)]
  if (errors.length === 0) return [`The types could not be checked: ${reasonIn(output)}.`]
  return errors.map(([, file, line, message = '']) => {
    const [, problem] = SECURITY_ERRORS.find(([type]) => type.test(message)) ?? []
    return `${file}, line ${line}: ${problem ?? `${message.split('\n')[0]} Run: npm run typecheck`}`
  })
}

const REGISTRY = 'packages/electron/src/main/ipc/register-handlers.ts'
const REGISTERS = /\bipcMain\s*\.\s*(handle|handleOnce|on|once|addListener)\b/

/** A handler that is registered elsewhere bypasses the checks of `registerHandlers`. */
async function checkIpc(rootDir: string): Promise<string[]> {
  const paths: string[] = []
  for (const dir of ['src/main', 'packages/electron/src']) {
    const names = await readdir(join(rootDir, dir), { recursive: true })
    paths.push(...names.map((name) => `${dir}/${name.replaceAll('\\', '/')}`).sort())
  }
  const problems: string[] = []
  for (const path of paths.filter((name) => /(?<!\.test)\.tsx?$/.test(name) && name !== REGISTRY)) {
    if (!REGISTERS.test(await readFile(join(rootDir, path), 'utf8'))) continue
    problems.push(
      `${path} registers a call with ipcMain itself, which does not verify the sender. ` +
        'Add the call to src/ipc/product-calls.ts, and its handler in src/main/product-handlers.ts.',
    )
  }
  return problems
}
