import { createHash } from 'node:crypto'
import { answersOf, ENDPOINTS, type Endpoint } from '@latchkey/management'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
let page: Response
let html: string
beforeAll(async () => {
  service = await startTestService({ settings: { publicUrl: 'https://licenses.example.org/' } })
  page = await fetch(`${service.url}/reference`)
  html = await page.text()
})
afterAll(() => service.stop())

const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS)

test.each(endpoints)(
  'the reference has $id: its address, every name it takes and every status',
  (endpoint) => {
    const start = html.indexOf(`<article id="${endpoint.id}">`)
    const article = html.slice(start, html.indexOf('</article>', start))
    expect(start).toBeGreaterThan(0)
    expect(article).toContain(`${endpoint.method} ${endpoint.path}`)
    for (const part of [endpoint.params, endpoint.query, endpoint.headers, endpoint.body]) {
      for (const name of Object.keys(part?.properties ?? {}))
        expect(article).toContain(`<code>${name}</code>`)
    }
    for (const status of Object.keys(answersOf(endpoint))) expect(article).toContain(`<td>${status}</td>`)
  },
)

test('the reference is a page without scripts, and its policy allows only its style', () => {
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(html).not.toMatch(/<script|<form|<img|javascript:| on\w+=| style=/)
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
})

test('the reference links to its articles', () => {
  const links = [...html.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)
  expect(links).toEqual(endpoints.map(({ id }) => id))
})

test('both documents name the public address', async () => {
  expect(html).toContain('<code>https://licenses.example.org</code>')
  const document = await (await fetch(`${service.url}/openapi.json`)).json()
  expect(document.servers).toEqual([{ url: 'https://licenses.example.org' }])
})

test.each(['/openapi.json', '/reference'])(
  '%s is stored by caches, which ask with its ETag whether it has changed',
  async (path) => {
    const first = await fetch(service.url + path)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await fetch(service.url + path, { headers: { 'if-none-match': known } })
      expect([known, again.status, again.headers.get('etag')]).toEqual([known, 304, etag])
      expect(await again.text()).toBe('')
    }
    const changed = await fetch(service.url + path, { headers: { 'if-none-match': '"other"' } })
    expect([changed.status, (await changed.text()).length]).toEqual([200, (await first.text()).length])
  },
)

test.each(['/openapi.json', '/reference'])('%s is not made again for each request', async (path) => {
  const ask = async () => (await fetch(service.url + path)).arrayBuffer()
  await ask()
  // Both documents are made of thousands of small pieces of JSON.
  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => stringify.mockRestore())
  await ask()
  expect(stringify.mock.calls.length).toBeLessThan(3)
})

test.each(['/openapi.json', '/reference', '/status'])(
  '%s is limited for an address; probes, /sync and key checks are not counted with it',
  async (path) => {
    const own = await startTestService({ settings: { requestsPerMinute: 3 }, toOneNode: true })
    onTestFinished(() => own.stop())
    const ask = (asked: string, headers = {}) => fetch(own.url + asked, { headers })
    for (let count = 0; count < 3; count += 1) expect((await ask(path)).status).toBe(200)
    const refused = await ask(path, { 'if-none-match': '*' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await refused.json()).toEqual({ success: false, message: expect.stringMatching(/60 seconds/) })
    for (const open of ['/healthz', '/readyz', '/sync']) {
      for (let count = 0; count < 5; count += 1) expect((await ask(open)).status).toBe(200)
    }
    expect((await own.check({ key: await own.addLicense() })).body.code).toBe('KEY_VALID')
    own.clock.now += 60
    expect((await ask(path)).status).toBe(200)
  },
)
