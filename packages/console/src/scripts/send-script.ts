import { endpointPaths } from 'virtual:endpoints'
import type { UpdateScriptBody } from '@latchkey/management'
import { requestPath } from '@latchkey/management/request-path'
import type { Refusal } from '../api/outcome.ts'
import { readProof } from '../api/proof.ts'
import { queryClient, SESSION_KEY } from '../api/query-client.ts'
import { refusalOf, type Values } from '../api/send.ts'

/** The result of an upload. Bytes are those of the request, as the browser counts them. */
export type Sent =
  | { readonly kind: 'accepted'; readonly trackId: string }
  | Refusal
  /**
   * It is not known whether the request arrived. `gateway`: a proxy has answered for the service.
   */
  | { readonly kind: 'unclear'; readonly why: 'gateway' | 'broken' | 'cancelled' }

interface Upload {
  readonly projectId: string
  readonly scriptId: string
  readonly body: UpdateScriptBody
  readonly onProgress: (sent: number, of: number) => void
  readonly signal: AbortSignal
}

/** The statuses of a proxy that did not reach the service, or waited too long for it. */
const GATEWAY = [502, 504]
const TOO_LARGE = 413

/**
 * Uploads a script once. By XMLHttpRequest, because `fetch` reports no progress of what it sends.
 */
export function sendScript({ projectId, scriptId, body, onProgress, signal }: Upload): Promise<Sent> {
  const { method, path } = endpointPaths['updateScript'] ?? { method: 'PUT', path: '' }
  const params = { project_id: projectId, script_id: scriptId }
  const request = new XMLHttpRequest()
  const { promise, resolve } = Promise.withResolvers<Sent>()
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
  request.onload = () => resolve(readEnd(request))
  request.onerror = () => resolve({ kind: 'unclear', why: 'broken' })
  request.onabort = () => resolve({ kind: 'unclear', why: 'cancelled' })
  signal.addEventListener('abort', () => request.abort())
  request.open(method, requestPath({ path }, { params }))
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('x-console-proof', readProof() ?? '')
  const sent = new Blob([JSON.stringify(body)], { type: 'application/json' })
  onProgress(0, sent.size)
  request.send(sent)
  return promise
}

function readEnd(request: XMLHttpRequest): Sent {
  const { status } = request
  const answer = parsed(request.responseText)
  const trackId = answer?.['track_progress']
  if (status === 200 && typeof trackId === 'string') return { kind: 'accepted', trackId }
  if (GATEWAY.includes(status)) return { kind: 'unclear', why: 'gateway' }
  if (status === 401) queryClient.setQueryData(SESSION_KEY, null)
  // A proxy with a lower limit answers with a page.
  const values = answer ?? (status === TOO_LARGE ? { code: 'TOO_LARGE_FOR_PROXY' } : {})
  return refusalOf(status, request.getResponseHeader('retry-after'), values)
}

function parsed(text: string): Values | undefined {
  try {
    return JSON.parse(text) as Values
  } catch {
    return undefined
  }
}
