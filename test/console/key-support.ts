import { ENDPOINTS, type EndpointId, type KeyFound, requestPath as pathOf } from '@latchkey/management'
import {
  createNonce,
  type DeviceId,
  formatActivationRequest,
  formatKeyIds,
  keyCheckHeaders,
  type LicenseKey,
  PUBLIC_KEYS_HEADER,
  parsePublicKeys,
  parseTrialKey,
  signedKey,
  signRequest,
  trialPath,
} from '@latchkey/protocol'
import type { Page } from 'playwright-core'
import { sendCheck } from '../../packages/service/src/testing/test-service.ts'
import type { ConsoleUnderTest } from './support.ts'

const SECONDS_A_DAY = 86_400

/** Unix seconds so many days from now. */
export const inDays = (days: number): number => Math.floor(Date.now() / 1_000) + days * SECONDS_A_DAY

/** Device IDs of several computers. */
export const deviceOf = (letter: string): string => letter.repeat(64)

/** What customers and scripts do with keys while a person looks at the console. */
export function createKeyHelpers({ service, open }: Pick<ConsoleUnderTest, 'service' | 'open'>) {
  const { appName, executor, userAgent, secrets } = service
  const app = { appName, executor, secrets }
  const keyIds = [...(parsePublicKeys(service.publicKeys)?.keys() ?? [])]
  const publicKeyIds = formatKeyIds(keyIds)

  async function ask(id: EndpointId, parts: { params?: object; query?: object; body?: object }) {
    const endpoint = ENDPOINTS[id]
    const params = { project_id: service.project, ...parts.params }
    const response = await fetch(service.url + pathOf(endpoint, { params, query: { ...parts.query } }), {
      method: endpoint.method,
      headers: {
        authorization: service.apiKey,
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${id}: ${answer.message}`)
    return answer
  }

  const found = (user_key: string): Promise<KeyFound> => ask('getKey', { query: { user_key } })

  return {
    ask,
    found,
    create: async (body: object = {}): Promise<string> => (await ask('createUser', { body })).user_key,
    /** Checks the key, as the app of a customer does. */
    use: async (key: string, device: string): Promise<string> => {
      const headers = { [PUBLIC_KEYS_HEADER]: publicKeyIds }
      const check = { key, deviceId: deviceOf(device), userAgent, headers }
      return (await sendCheck(service.url, app, check)).body.code
    },
    /** Gives a name to a linked computer, as the customer does. */
    nameDevice: (key: string, device: string, name: string) =>
      sendCheck(service.url, app, { use: 'name', key, deviceId: deviceOf(device), name, userAgent }),
    /** Starts a trial, as the app of somebody without a key does. */
    async startTrial(device: string): Promise<string> {
      const [nonce, deviceId] = [createNonce(), deviceOf(device) as DeviceId]
      const time = Math.floor(Date.now() / 1_000)
      const signed = { nonce, key: signedKey('trial', ''), time: String(time), deviceId }
      const signature = signRequest(signed, secrets)
      const response = await fetch(`${service.url}/${trialPath(appName, 'strong')}`, {
        method: 'POST',
        headers: {
          ...keyCheckHeaders({ executor, deviceId, nonce, time, signature }),
          'user-agent': userAgent,
          [PUBLIC_KEYS_HEADER]: publicKeyIds,
        },
      })
      return parseTrialKey(response.headers.get('latchkey-license') ?? '') ?? ''
    },
    /** The activation request of a computer without a network. */
    activationRequest: (key: string, device: string): string =>
      formatActivationRequest(
        {
          appName,
          key: key as LicenseKey,
          deviceId: deviceOf(device) as DeviceId,
          nonce: createNonce(),
          time: Math.floor(Date.now() / 1_000),
          keyIds,
        },
        secrets,
      ),
    /** Opens the page of a key. */
    async open(key: string, look?: Parameters<ConsoleUnderTest['open']>[1]): Promise<Page> {
      const { id } = (await found(key)).key
      const page = await open(`/projects/${service.project}/keys/${id}`, look)
      await page.getByRole('heading', { level: 1, name: key.slice(-4) }).waitFor()
      return page
    },
  }
}
