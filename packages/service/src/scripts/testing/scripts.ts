import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScriptProgress, ScriptUpdated, UpdateScriptBody } from '@latchkey/management'
import { createNonce, type LoadedScript } from '@latchkey/protocol'
import { onTestFinished } from 'vitest'
import { DEVICE } from '../../testing/records.ts'
import type { TestService } from '../../testing/test-service.ts'
import { newScript } from '../scripts.ts'

/** Functions for scripts over HTTP: a vendor uploads them, and a user's loader downloads them. */

type Service = Pick<TestService, 'url' | 'apiKey' | 'project' | 'storage'>

export interface Replied<Body> {
  readonly status: number
  readonly body: Body
}

async function send<Body>(
  url: string,
  method: string,
  headers: object,
  body?: object,
): Promise<Replied<Body>> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

const scriptUrl = ({ url, project }: Service, id: string): string =>
  `${url}/v3/projects/${project.id}/scripts/${id}`

export async function addScript(
  { storage, project }: Service,
  id = 'script',
  name = 'Main',
): Promise<string> {
  await storage.createScript(newScript(id, project.id, name))
  return id
}

export const updateScript = (
  service: Service,
  body: UpdateScriptBody,
  id = 'script',
): Promise<Replied<ScriptUpdated>> =>
  send(scriptUrl(service, id), 'PUT', { authorization: service.apiKey }, body)

export const progressOfTrack = (
  service: Service,
  track: string,
  id = 'script',
): Promise<Replied<ScriptProgress>> =>
  send(`${scriptUrl(service, id)}/progress/${track}`, 'GET', { authorization: service.apiKey })

export const loadScript = (
  { url }: Pick<Service, 'url'>,
  body: object,
  id = 'script',
): Promise<Replied<LoadedScript>> =>
  send(`${url}/v3/scripts/${id}/load`, 'POST', {}, { hwid: DEVICE, nonce: createNonce(), ...body })

/** Downloads the loader, sets `script_key` in its first line as a user does, and runs the file. */
export async function runLoader(
  { url }: Pick<Service, 'url'>,
  { key = '', deviceId = DEVICE, id = 'script' }: { key?: string; deviceId?: string; id?: string },
): Promise<unknown> {
  const response = await fetch(`${url}/v3/scripts/${id}/loader.js`)
  const loader = await response.text()
  const directory = await mkdtemp(join(tmpdir(), 'latchkey-loader-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'loader.cjs')
  const set = `globalThis.script_hwid = '${deviceId}'; var script_key = '${key}'`
  await writeFile(path, loader.replace("var script_key = ''", set))
  return createRequire(import.meta.url)(path)
}
