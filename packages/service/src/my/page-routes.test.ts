import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { MyPageData } from '@latchkey/management'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from '../testing/ask.ts'
import { testProject } from '../testing/records.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../testing/test-service.ts'

const SCRIPT = 'console.log(1)'
const INDEX = `<!doctype html><html lang="__LANG__"><head><title>__TITLE__</title>
<script type="module" crossorigin src="./assets/index-abc.js"></script></head>
<body><script type="application/json" id="page-data">"__PAGE_DATA__"</script></body></html>`

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), INDEX)
  writeFileSync(join(dir, 'assets', 'index-abc.js'), SCRIPT)
  writeFileSync(join(dir, 'assets', 'index-abc.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(dir, 'secret.js'), 'no asset')
})
afterAll(() => rmSync(dir, { recursive: true }))

let service: TestService
afterEach(() => service.stop())
const start = async (options: TestServiceOptions = {}) => {
  service = await startTestService({ ...options, server: { customerPageDir: dir } })
  await ask(service, 'changeCustomerPage', { body: { on: true } })
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers, redirect: 'manual' })

test('the page has what it needs of its project, and no text of a project becomes a script', async () => {
  const name = `Häfen & </script><script>alert(1)</script> __LANG__ $& "quoted"`
  await start({ project: { name } })
  await ask(service, 'changeMailSettings', { body: { color: '#aa0000', support: 'help@vendor.example' } })
  const html = await (await get('/my/project/', { 'accept-language': 'fr, de-CH;q=0.8' })).text()
  const [, json = ''] = /id="page-data">(.*)<\/script><\/body>/.exec(html) ?? []
  const data: MyPageData = JSON.parse(json)
  expect(data).toMatchObject({
    ...{ project_id: 'project', project: name, color: '#aa0000', support: 'help@vendor.example' },
    ...{ language: 'de', logo: '', app_link: '', may: { free_computer: true, replace_key: false } },
  })
  expect(html).toContain('<html lang="de">')
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).toContain('src="../assets/index-abc.js"')
})

test('no other page frames it, reads it, or learns its address, and caches do not store it', async () => {
  await start()
  const { headers } = await get('/my/project/')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).toContain("base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers.get('set-cookie')).toBeNull()
})

test('its files are stored for ever, and sent with Brotli where it is read', async () => {
  await start()
  const plain = await get('/my/assets/index-abc.js', { 'accept-encoding': 'identity' })
  expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual([SCRIPT, null])
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const compressed = await get('/my/assets/index-abc.js', { 'accept-encoding': 'gzip, br' })
  expect([await compressed.text(), compressed.headers.get('content-encoding')]).toEqual([SCRIPT, 'br'])
  for (const path of ['index-abc.js.br', 'other.js', '..%2fsecret.js', '%2e%2e/secret.js', '../index.html'])
    expect((await get(`/my/assets/${path}`)).status, path).toBe(404)
})

test('a page that is off cannot be told from an unknown one', async () => {
  await start()
  await ask(service, 'changeCustomerPage', { body: { on: false } })
  const answers = []
  for (const path of ['/my/project/', '/my/project', '/my/unknown/', '/my/unknown', '/my/', '/my']) {
    const { status, headers, text } = await get(path).then(async (answer) => ({
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => name !== 'date'),
      text: await answer.text(),
    }))
    answers.push(JSON.stringify({ status, headers, text }))
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('404')
})

test('leads only to a page of the service itself', async () => {
  await start({ settings: { publicUrl: 'https://license.example/base/' } })
  const to = async (path: string) => {
    const { status, headers } = await get(path, { 'x-forwarded-host': 'evil.example' })
    return [status, headers.get('location')]
  }
  expect(await to('/my')).toEqual([302, 'my/project/'])
  expect(await to('/my/')).toEqual([302, 'project/'])
  expect(await to('/my/project?next=https://evil.example')).toEqual([302, 'project/'])
  for (const path of ['/my//evil.example', '/my/%2f%2fevil.example', '/my/https:%2f%2fevil.example/'])
    expect(await to(path)).toEqual([404, null])
  // With a second page, there is no only one to go to, and nobody learns which there are.
  await service.storage.createProject(testProject({ id: 'second', appName: 'second' }))
  await ask(service, 'changeCustomerPage', { params: { project_id: 'second' }, body: { on: true } })
  expect(await to('/my/')).toEqual([404, null])
})
