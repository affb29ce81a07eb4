import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPageFiles } from './page-files.ts'

const FILES = [
  'gate/index.html',
  'gate/gate.js',
  'gate/gate.css',
  'product/index.html',
  'product/product.js',
  'product/editor/editor.js',
]

let rendererDir: string
let licensed = false
const damaged: string[] = []
let respond: ReturnType<typeof createPageFiles>

beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'page-files-'))
  rendererDir = join(dir, 'renderer')
  await writeFile(join(dir, 'secret.txt'), 'outside')
  for (const file of FILES) {
    await mkdir(dirname(join(rendererDir, file)), { recursive: true })
    await writeFile(join(rendererDir, file), file)
  }
  respond = createPageFiles({
    rendererDir,
    isLicensed: () => licensed,
    onDamaged: (path) => damaged.push(path),
  })
})
afterAll(() => rm(dirname(rendererDir), { recursive: true }))

const get = (url: string, method = 'GET') => respond({ url, method })

test('serves the files of the gate while locked, and none of the product', async () => {
  licensed = false
  for (const file of ['', 'gate/index.html', 'gate/gate.js', 'gate/gate.css']) {
    const { statusCode, headers } = await get(`app://gate/${file}`)
    expect(statusCode, file).toBe(200)
    // With this header, Chromium starts a second process for the first page.
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
  }
  for (const file of ['product/index.html', '../product/index.html', 'product/none.js', 'index.html']) {
    expect((await get(`app://gate/${file}`)).statusCode, file).toBe(403)
  }
  for (const file of ['', 'product/index.html', 'product/product.js', 'product/none.js', 'index.html']) {
    const answer = await get(`app://product/${file}`)
    expect(answer.statusCode, file).toBe(403)
    expect(answer.data.toString()).toBe('')
  }
})

test('serves the product while licensed, and refuses it again when the license is lost', async () => {
  licensed = true
  const answer = await get('app://product/')
  expect(answer.statusCode).toBe(200)
  expect(answer.data.toString()).toBe('product/index.html')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers).not.toHaveProperty('cross-origin-opener-policy')
  expect((await get('app://product/product/editor/editor.js')).statusCode).toBe(200)
  licensed = false
  expect((await get('app://product/product/editor/editor.js')).statusCode).toBe(403)
})

test('data-urls of app.json change the policy of the product, and not of the gate', async () => {
  const parts = { rendererDir, isLicensed: () => true, onDamaged: () => {} }
  const policyOf = async (url: string, productMay: readonly string[]) =>
    (await createPageFiles({ ...parts, productMay })({ url, method: 'GET' })).headers[
      'content-security-policy'
    ]
  const strict = await policyOf('app://gate/', [])
  expect(await policyOf('app://product/', ['notifications'])).toBe(strict)
  expect(await policyOf('app://gate/', ['data-urls'])).toBe(strict)
  expect(await policyOf('app://product/', ['data-urls'])).toBe(
    strict?.replace(/((?:img|font|media)-src 'self')/g, '$1 data: blob:'),
  )
})

test.each([
  'app://product/../secret.txt',
  'app://product/%2e%2e/secret.txt',
  'app://product/%2e%2e%2fsecret.txt',
  'app://product/..%5csecret.txt',
  'app://product/product/%00',
  'app://product/.env',
  'app://product/product//product.js',
  'app://product/%',
  'app://elsewhere/',
  'https://gate/',
])('finds nothing at %s', async (url) => {
  licensed = true
  expect((await get(url)).statusCode).toBe(404)
})

test('answers only GET', async () => {
  expect((await get('app://gate/', 'POST')).statusCode).toBe(404)
})

test('reports a page or its script that is missing or empty, and no other file', async () => {
  licensed = true
  damaged.length = 0
  await writeFile(join(rendererDir, 'gate/gate-1a2b.js'), '')
  for (const url of ['app://gate/gate/gate-1a2b.js', 'app://product/product/product-0000.js']) await get(url)
  await get('app://product/product/none.png')
  expect(damaged).toEqual([
    join(rendererDir, 'gate/gate-1a2b.js'),
    join(rendererDir, 'product/product-0000.js'),
  ])
})
