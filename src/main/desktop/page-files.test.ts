import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPageFiles } from './page-files.ts'
import { addressVariants, outsideVariants } from './testing/address-variants.ts'

const MANIFEST = {
  'gate/index.html': { file: 'assets/gate.js', imports: ['_shared.js'], css: ['assets/gate.css'] },
  'product/index.html': {
    file: 'assets/product.js',
    imports: ['_shared.js'],
    dynamicImports: ['product/editor.ts'],
  },
  'product/editor.ts': { file: 'assets/editor.js' },
  '_shared.js': { file: 'assets/shared.js' },
}
const FILES = [
  'gate/index.html',
  'product/index.html',
  'assets/gate.js',
  'assets/gate.css',
  'assets/shared.js',
  'assets/product.js',
  'assets/editor.js',
]

let rendererDir: string
let licensed = false
let respond: ReturnType<typeof createPageFiles>['respond']

beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'page-files-'))
  rendererDir = join(dir, 'renderer')
  await writeFile(join(dir, 'secret.txt'), 'outside')
  for (const [file, text] of [
    ...FILES.map((file) => [file, file]),
    ['.vite/manifest.json', JSON.stringify(MANIFEST)],
  ]) {
    await mkdir(dirname(join(rendererDir, file ?? '')), { recursive: true })
    await writeFile(join(rendererDir, file ?? ''), text ?? '')
  }
  respond = createPageFiles({ rendererDir, isLicensed: () => licensed }).respond
})
afterAll(() => rm(dirname(rendererDir), { recursive: true }))

const get = (url: string, method = 'GET') => respond({ url, method })

test('serves the gate and what it needs while locked, and nothing else', async () => {
  licensed = false
  for (const file of ['', 'gate/index.html', 'assets/gate.js', 'assets/gate.css', 'assets/shared.js']) {
    expect((await get(`app://gate/${file}`)).status, file).toBe(200)
  }
  for (const file of ['product/index.html', 'assets/product.js', 'assets/editor.js', 'assets/none.js']) {
    expect((await get(`app://gate/${file}`)).status, file).toBe(403)
  }
  for (const file of ['', ...FILES]) {
    const answer = await get(`app://product/${file}`)
    expect(answer.status, file).toBe(403)
    expect(await answer.text()).toBe('')
  }
})

test('serves the gate drawn in the system’s language while it is plainly locked, else the page without a drawing', async () => {
  let language: string | undefined
  const draw = (name: string) => writeFile(join(rendererDir, 'gate', `index.${name}.html`), `gate in ${name}`)
  await Promise.all([draw('en'), draw('de')])
  const { respond } = createPageFiles({ rendererDir, isLicensed: () => false, lockedIn: () => language })
  const page = async () => (await respond({ url: 'app://gate/', method: 'GET' })).text()
  expect(await page()).toBe('gate/index.html')
  language = 'de'
  expect(await page()).toBe('gate in de')
  language = 'ja'
  expect(await page()).toBe('gate in en')
})

test('allows the style sheet in a drawn gate by its hash, in that page alone', async () => {
  const hash = `'sha256-${'A'.repeat(43)}='`
  const meta = `<meta content="style-src &#39;self&#39; ${hash.replaceAll("'", '&#39;')}">`
  await writeFile(join(rendererDir, 'gate/index.en.html'), meta)
  const { respond } = createPageFiles({ rendererDir, isLicensed: () => false, lockedIn: () => 'en' })
  const policyOf = async (url: string) =>
    (await respond({ url, method: 'GET' })).headers.get('content-security-policy')
  expect(await policyOf('app://gate/')).toContain(`; style-src 'self' ${hash}; `)
  expect(await policyOf('app://gate/assets/gate.css')).toContain("; style-src 'self'; ")
})

test('serves the product while licensed, and refuses it again when the license is lost', async () => {
  licensed = true
  const answer = await get('app://product/')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('product/index.html')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await get('app://product/assets/editor.js')).status).toBe(200)
  licensed = false
  expect((await get('app://product/assets/editor.js')).status).toBe(403)
})

test.each([
  'app://product/../secret.txt',
  'app://product/%2e%2e/secret.txt',
  'app://product/%2e%2e%2fsecret.txt',
  'app://product/..%5csecret.txt',
  'app://product/assets/%00',
  'app://product/.vite/manifest.json',
  'app://product/assets//product.js',
  'app://product/%',
  'app://elsewhere/',
  'https://gate/',
])('finds nothing at %s', async (url) => {
  licensed = true
  expect((await get(url)).status).toBe(404)
})

test('gives the page that waits for the product what it shares with the gate, and nothing of the product', async () => {
  licensed = false
  const page = 'waiting/index.html'
  const manifest = { ...MANIFEST, [page]: { file: 'assets/waiting.js', imports: ['_shared.js'] } }
  await writeFile(join(rendererDir, '.vite/manifest.json'), JSON.stringify(manifest))
  await mkdir(join(rendererDir, 'waiting'))
  for (const file of [page, 'assets/waiting.js']) await writeFile(join(rendererDir, file), file)
  const { respond, hasWaitingProduct } = createPageFiles({ rendererDir, isLicensed: () => false })
  expect(hasWaitingProduct).toBe(true)
  const statusOf = async (url: string) => (await respond({ url, method: 'GET' })).status
  for (const file of [page, 'assets/waiting.js', 'assets/shared.js']) {
    expect(await statusOf(`app://product/${file}`), file).toBe(200)
  }
  for (const file of ['', 'product/index.html', 'assets/product.js', 'gate/index.html']) {
    expect(await statusOf(`app://product/${file}`), file).toBe(403)
  }
  expect(await statusOf(`app://gate/${page}`)).toBe(403)
})

test('answers reading alone', async () => {
  expect((await get('app://gate/', 'POST')).status).toBe(404)
})

describe('a damaged file of the pages', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'page-files-damaged-'))
    await cp(rendererDir, dir, { recursive: true })
  })
  afterEach(() => rm(dir, { recursive: true }))

  test.each([
    ['a manifest that is missing', '.vite/manifest.json', undefined],
    ['a manifest that is cut off', '.vite/manifest.json', '{"gate/index.html": {'],
    ['a manifest that does not name the gate', '.vite/manifest.json', '{}'],
    ['a gate that is missing', 'gate/index.html', undefined],
    ['a gate that is empty', 'gate/index.html', ''],
    ['a script of the gate that is missing', 'assets/shared.js', undefined],
  ])('%s is named at the start', async (_name, file, content) => {
    const path = join(dir, file)
    if (content === undefined) await rm(path)
    else await writeFile(path, content)
    expect(() => createPageFiles({ rendererDir: dir, isLicensed: () => false })).toThrow(
      expect.objectContaining({ path }),
    )
  })

  test.each([
    ['the product that is missing', 'product/index.html', undefined, true],
    ['the product that is empty', 'product/index.html', '', true],
    ['a script of the product that is missing', 'assets/product.js', undefined, true],
    // Somebody may have worked in the product until it is wanted.
    ['a script that the product loads later', 'assets/editor.js', undefined, false],
    ['a file that never was', 'assets/none.js', undefined, false],
  ])('%s: named when it is asked for', async (_name, file, content, isNamed) => {
    const path = join(dir, file)
    if (content === undefined) await rm(path, { force: true })
    else await writeFile(path, content)
    const damaged: string[] = []
    const files = createPageFiles({
      rendererDir: dir,
      isLicensed: () => true,
      onDamaged: (named) => damaged.push(named),
    })
    await files.respond({ url: `app://product/${file}`, method: 'GET' })
    expect(damaged).toEqual(isNamed ? [path] : [])
  })
})

const LOCKED_FILES = ['product/index.html', 'assets/product.js', 'assets/editor.js']

test('no spelling of an address gives a locked file away, nor anything outside the build', async () => {
  licensed = false
  const locked = new Set([...LOCKED_FILES, 'outside'])
  const statuses = new Map<number, number>()
  let count = 0
  const outside = outsideVariants(['../secret.txt', '../../secret.txt', 'assets/../../secret.txt'])
  for (const url of [...addressVariants(LOCKED_FILES), ...outside]) {
    const answer = await get(url)
    const text = await answer.text()
    // Each file's content is its own name.
    expect(locked.has(text), `${url} gave ${text}`).toBe(false)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    count++
  }
  expect(count).toBe(3_135)
  // The generator's own spelling is found once licensed, so that it is the lock that refuses.
  licensed = true
  const found = new Set<string>()
  for (const url of addressVariants(LOCKED_FILES)) found.add(await (await get(url)).text())
  licensed = false
  expect([...found]).toEqual(expect.arrayContaining(LOCKED_FILES))
  expect(found.has('outside')).toBe(false)
})
