import type { Session } from './guard.ts'

export interface LoaderSettings {
  readonly projectId: string
  readonly scriptId: string
  readonly scriptName: string
  /** The URL of the service, ending in a slash. */
  readonly serviceUrl: string
  /** Whether the script is delivered sealed for one run. */
  readonly isV4: boolean
}

/** Makes the file into which a user writes the license key, and which the user runs. */
export const loaderText = (settings: LoaderSettings): string => `// ${oneLine(settings.scriptName)}
// Put your license key between the quotes, and run this file with Node 20 or newer.
var script_key = ''

module.exports = (${runLoader.toString()})(script_key || globalThis.script_key || '', require, ${JSON.stringify(settings)})
module.exports.catch((error) => {
  if (require.main !== module) return
  console.error(error.message)
  process.exitCode = 1
})
`

/** SECURITY: a name may contain line breaks, and must not become code. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')

interface Answer {
  readonly code: string
  readonly message: string
  readonly proof?: string
  readonly data?: { readonly auth_expire: number }
  readonly script?: string
  readonly sealed?: { readonly public_key: string; readonly iv: string; readonly text: string }
  readonly session?: string
}

/**
 * The function becomes the loader file as text, so it may use only what Node has, and `require` as
 * a parameter. Resolves to the exports of the script. Rejects with a message for the user when the
 * script may not run.
 */
async function runLoader(
  scriptKey: string,
  require: NodeJS.Require,
  { serviceUrl, scriptId, projectId, isV4 }: LoaderSettings,
): Promise<unknown> {
  // The script may replace these functions, but its heartbeats must continue.
  const { fetch: send } = globalThis
  const { parse, stringify } = JSON
  const readText: (response: Response) => Promise<string> = Function.prototype.call.bind(
    Response.prototype.text,
  )
  const call = async (what: 'load' | 'heartbeat', body: object): Promise<Answer> => {
    const response = await send(`${serviceUrl}v3/scripts/${scriptId}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stringify(body),
    })
    const answer = parse(await readText(response)) as Answer
    if (!response.ok) throw new Error(answer.message)
    return answer
  }

  /** The machine ID of the operating system, hashed. */
  const deviceId = (): string => {
    const { execFileSync } = require('node:child_process')
    const { readFileSync } = require('node:fs')
    const ask = (command: string, words: string[]): string =>
      execFileSync(command, words, { encoding: 'utf8' })
    let id: string | undefined
    if (process.platform === 'linux') {
      // The app reads the files in this order. The first is usually a link to the second.
      for (const path of ['/var/lib/dbus/machine-id', '/etc/machine-id']) {
        try {
          id ||= readFileSync(path, 'utf8').trim()
        } catch {
          // The other file may exist.
        }
      }
    }
    if (process.platform === 'darwin') {
      id = /"IOPlatformUUID" = "(.+)"/.exec(ask('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']))?.[1]
    }
    if (process.platform === 'win32') {
      const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography'
      id = /REG_SZ\s+(\S+)/.exec(ask('reg', ['query', key, '/v', 'MachineGuid']))?.[1]
    }
    if (!id?.trim()) throw new Error('This device cannot be identified: set globalThis.script_hwid.')
    return require('node:crypto').createHash('sha256').update(`${projectId} ${id.trim()}`).digest('hex')
  }

  /** Used for the v4 loader: only this run can open the delivered script. */
  const createReceiver = async () => {
    const { subtle } = globalThis.crypto
    const ecdh = { name: 'ECDH', namedCurve: 'P-256' }
    const bytes = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'base64url')
    const own = await subtle.generateKey(ecdh, false, ['deriveBits'])
    return {
      publicKey: Buffer.from(await subtle.exportKey('raw', own.publicKey)).toString('base64url'),
      open: async ({ public_key, iv, text }: NonNullable<Answer['sealed']>): Promise<string> => {
        const theirs = await subtle.importKey('raw', bytes(public_key), ecdh, false, [])
        const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256)
        const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
        const key = await subtle.deriveKey(
          {
            name: 'HKDF',
            hash: 'SHA-256',
            salt: new Uint8Array(),
            info: Buffer.from(`latchkey script ${scriptId}`),
          },
          secret,
          { name: 'AES-GCM', length: 256 },
          false,
          ['decrypt'],
        )
        return new TextDecoder().decode(
          await subtle.decrypt({ name: 'AES-GCM', iv: bytes(iv) }, key, bytes(text)),
        )
      },
    }
  }

  const receiver = isV4 ? await createReceiver() : undefined
  const { script_hwid } = globalThis as { script_hwid?: string }
  const answer = await call('load', {
    script_key: scriptKey,
    hwid: script_hwid || deviceId(),
    nonce: require('node:crypto').randomBytes(8).toString('hex'),
    ...(receiver && { public_key: receiver.publicKey }),
  })
  if (answer.code !== 'KEY_VALID') throw new Error(answer.message)
  const text = answer.script ?? (answer.sealed && (await receiver?.open(answer.sealed)))
  if (text === undefined) throw new Error('The service sent no script. Download this loader again.')

  const session: Session = {
    expiresAt: answer.data?.auth_expire ?? -1,
    beat: (nonce) => call('heartbeat', { session: answer.session, nonce }),
  }
  const module = { exports: {} }
  // A loader runs what the service sends. In the script, the session has the name `latchkey`.
  new Function('module', 'exports', 'require', 'latchkey', text).call(
    module.exports,
    module,
    module.exports,
    require,
    session,
  )
  return module.exports
}
