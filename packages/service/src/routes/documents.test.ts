import { createHash } from 'node:crypto'
import { answersOf, ENDPOINTS, type Endpoint } from '@latchkey/management'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'

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

test('the reference is a page without scripts, and its policy lets in nothing but its style', () => {
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(html).not.toMatch(/<script|<form|<img|javascript:| on\w+=| style=/)
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
})

test('the reference leads to its own articles', () => {
  const links = [...html.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)
  expect(links).toEqual(endpoints.map(({ id }) => id))
})

test('both documents name the public address', async () => {
  expect(html).toContain('<code>https://licenses.example.org</code>')
  const document = await (await fetch(`${service.url}/openapi.json`)).json()
  expect(document.servers).toEqual([{ url: 'https://licenses.example.org' }])
})
