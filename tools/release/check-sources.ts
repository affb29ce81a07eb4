import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonIn, tryRun } from '../set-up/run.js'

/** Type errors that stand for a hole, by what the compiler's message names. */
const HOLES: readonly (readonly [type: RegExp, problem: string])[] = [
  [
    /\bneedsLicense\b|Type 'false' is not assignable to type 'true \| "until-closed"'/,
    "A call of the product is answered without a license. Give it `needsLicense: true` or `'until-closed'`.",
  ],
  [
    /\b(DeveloperTools|PagePreferences)\b/,
    'A packaged app would have developer tools. Write developerTools() in the place of a value of your own.',
  ],
]

/**
 * One sentence for each place in the source that keeps it from being released. The finished package does
 * not show them: its main process is bytecode.
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
  // The first line of an error stands at the margin, and what explains it is indented.
  const errors = [...output.matchAll(/^(\S.*?)\((\d+),\d+\): error TS\d+: (.*(?:\n\s+.*)*)/gm)]
  if (errors.length === 0) return [`The types could not be checked: ${reasonIn(output)}.`]
  return errors.map(([, file, line, message = '']) => {
    const [, hole] = HOLES.find(([type]) => type.test(message)) ?? []
    return `${file}, line ${line}: ${hole ?? `${message.split('\n')[0]} Run: npm run typecheck`}`
  })
}

const REGISTRY = 'packages/electron/src/main/ipc/register-handlers.ts'
const REGISTERS = /\bipcMain\s*\.\s*(handle|handleOnce|on|once|addListener)\b/

/** A handler that is registered elsewhere bypasses what `registerHandlers` verifies. */
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
      `${path} registers a call with ipcMain itself, where nobody checks who calls. ` +
        'Add the call to src/ipc/product-calls.ts, and its handler in src/main/product-handlers.ts.',
    )
  }
  return problems
}
