import { execFile } from 'node:child_process'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPackage, type PackageLayout } from '../../packages/electron-tools/src/cli/package-layout.ts'
import { APP_CLI, electronEnv } from '../../tools/app.js'
import { nodePath } from '../../tools/set-up/places.js'

export const APP_NAME = 'Harbour'
export const APP_ID = 'org.harbour.desktop'

export interface BuiltPackage {
  readonly layout: PackageLayout
  readonly manifest: { name: string; productName: string; version: string; main: string }
}

/** Runs a command of `latchkey-app` in a copy of the repository. Never rejects for an exit code. */
export async function runRelease(
  dir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ exitCode: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(nodePath, [join(dir, APP_CLI), ...args], {
      cwd: dir,
      env: { ...withoutSettings(electronEnv()), ...env },
      maxBuffer: 1 << 26,
    })
    return { exitCode: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { exitCode: code, output: `${stdout}${stderr}` }
  }
}

const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('LATCHKEY_')))

/** Runs `init` and writes the settings, as a developer does before packaging. */
export async function initialise(
  dir: string,
  syncUrl: string,
  {
    secrets,
    publicKeys,
    releaseKeys,
  }: { readonly secrets: readonly string[]; readonly publicKeys: string; readonly releaseKeys?: string },
): Promise<void> {
  const identity = ['--name', APP_NAME, '--id', APP_ID, '--support', 'help@harbour.example']
  const service = [
    '--sync-url',
    syncUrl,
    '--app-name',
    'harbour',
    '--executor',
    'harbour',
    '--public-keys',
    publicKeys,
  ]
  const { exitCode, output } = await runRelease(
    dir,
    ['init', '--yes', ...identity, ...service, '--homepage', 'https://harbour.example/'],
    Object.fromEntries(secrets.map((secret, index) => [`LATCHKEY_SECRET_${index + 1}`, secret])),
  )
  if (exitCode !== 0) throw new Error(`init failed:\n${output}`)
  if (releaseKeys === undefined) return
  await appendFile(join(dir, '.env'), `LATCHKEY_UPDATES=latchkey\nLATCHKEY_RELEASE_KEYS=${releaseKeys}\n`)
}

export async function buildPackage(dir: string): Promise<BuiltPackage> {
  const { exitCode, output } = await runRelease(dir, ['package', '--targets', 'dir'])
  if (exitCode !== 0) throw new Error(`package failed:\n${output}`)
  const manifest = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as BuiltPackage['manifest']
  const layout = await findPackage(join(dir, 'dist'), manifest)
  if (layout === undefined) throw new Error(`There is no package:\n${output}`)
  return { layout, manifest }
}
