import { ENDPOINTS, type EndpointId, requestPath } from '@latchkey/management'
import type { TestService } from './test-service.ts'

/** Sends a request to an endpoint of the project `project`, with the API key. */
export async function ask(
  service: Pick<TestService, 'url' | 'apiKey'>,
  id: EndpointId,
  { params, query, body }: Partial<Readonly<Record<'params' | 'query' | 'body', object>>> = {},
) {
  const { method, ...endpoint } = ENDPOINTS[id]
  const parts = { params: { project_id: 'project', ...params }, query } as Parameters<typeof requestPath>[1]
  const path = requestPath({ method, ...endpoint } as typeof ENDPOINTS.getKey, parts)
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: service.apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
  return { status: response.status, body: (await response.json()) as any }
}
