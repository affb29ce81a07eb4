import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import { endGroup, startGroup } from '../../packages/electron-tools/src/development/processes.ts'
import { nodePath, rootDir } from '../../tools/set-up/places.js'

const cliPath = join(rootDir, 'packages/service/src/cli.ts')

export interface OwnService {
  readonly url: string
  readonly project: string
  readonly secrets: readonly string[]
  readonly publicKeys: string
  readonly apiKey: string
  readonly vendor: VendorClient
  close(): Promise<void>
}

/**
 * Starts a license service as a vendor would set it up: with an account and a project of its own,
 * and without the demo.
 */
export async function startOwnService(
  dir: string,
  { publicUrl, appName, userAgent }: { publicUrl: string; appName: string; userAgent: string },
): Promise<OwnService> {
  const database = ['--database', `sqlite:${join(dir, 'service.sqlite')}`]
  const service = async (...args: string[]) =>
    JSON.parse((await promisify(execFile)(nodePath, [cliPath, ...args, ...database])).stdout)
  const { apiKey } = await service('account', 'create', '--email', 'ada@harbour.example')
  const names = ['--name', appName, '--app-name', appName, '--executor', appName, '--user-agent', userAgent]
  const project = await service('project', 'create', '--account', 'ada@harbour.example', ...names)

  const serving = startGroup(
    nodePath,
    [cliPath, 'serve', '--port', '0', '--public-url', publicUrl, '--log-level', 'warn', ...database],
    { cwd: rootDir, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = await once(createInterface({ input: serving.stdout ?? process.stdin }), 'line')
  const { url } = JSON.parse(String(line)) as { url: string }
  return {
    url,
    project: project.project,
    secrets: project.secrets,
    publicKeys: project.publicKeys,
    apiKey,
    vendor: createVendorClient({ baseUrl: url, apiKey, projectId: project.project }),
    close: () => endGroup(serving),
  }
}
