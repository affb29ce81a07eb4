import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, createLogger } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { latchkeyPages } from './vite.ts'

const PAGE =
  '<!doctype html><html><head></head><body><script type="module" src="./a.js"></script></body></html>'

let rootDir: string
beforeEach(async () => {
  rootDir = await mkdtemp(join(tmpdir(), 'latchkey-vite-'))
  vi.spyOn(process, 'cwd').mockReturnValue(rootDir)
  await write({ 'package.json': '{ "productName": "Harbour" }', 'product/a.js': '' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(rootDir, { recursive: true, force: true })
})

async function write(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(rootDir, path)), { recursive: true })
    await writeFile(join(rootDir, path), content)
  }
}

/** Builds the product. Resolves to the warnings of the build. */
async function buildProduct(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  await write({ 'product/index.html': PAGE, ...files })
  const warnings: string[] = []
  const logger = createLogger('warn')
  logger.warn = (message) => void warnings.push(message)
  logger.error = () => {}
  await build({
    configFile: false,
    root: rootDir,
    logLevel: 'warn',
    customLogger: logger,
    plugins: [latchkeyPages()],
    build: { rollupOptions: { input: { product: join(rootDir, 'product/index.html') } } },
  })
  return warnings.join('\n')
}

const withBody = (html: string): string => PAGE.replace('<body>', `<body>${html}`)
const withCss = (css: string) => ({ 'product/a.js': "import './a.css'", 'product/a.css': css })
const MAY_DATA = { 'app.json': '{ "productMay": ["data-urls"] }' }
const DATA_IMAGE = withCss('p { background: url(data:image/png;base64,AA) }')

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['an inline script', { 'product/index.html': withBody('<script>go()</script>') }, /inline code is blocked/],
  [
    'an inline style',
    { 'product/index.html': withBody('<p style="color:red">') },
    /inline styles are blocked/,
  ],
  ['an inline handler', { 'product/index.html': withBody('<p onclick="go()">') }, /use addEventListener/],
  [
    'a script of another address',
    { 'product/index.html': withBody('<script src="https://cdn.example/a.js"></script>') },
    /src\/renderer\/product\/index\.html: only files of the app may be loaded \(<script src="https:\/\/cdn/,
  ],
  [
    'a style sheet of another address',
    withCss('@import "https://a.example/a.css";'),
    /a\.css loads .*https:\/\/a/,
  ],
  ['an image in a style sheet', DATA_IMAGE, /data: address, which productMay in app\.json does not list/],
  [
    'a file of an unknown type',
    { 'product/a.js': "import a from './a.blend?url'\nconsole.log(a)", 'product/a.blend': 'x' },
    /a\.blend: the app serves no files of this type, only \.avif \.css/,
  ],
  ['a public folder', { 'public/a.png': '' }, /^public is not served\. Import its files/],
  [
    'an unknown right',
    { 'app.json': '{ "productMay": ["usb"] }' },
    /productMay has usb, and can list only data-urls/,
  ],
])('a build refuses %s', async (_what, files, reason) => {
  await expect(buildProduct(files)).rejects.toThrow(reason)
})

test.each([
  [
    'a request to another address',
    "fetch('https://a.example/')",
    /product\/a\.js: requests to other addresses/,
  ],
  ['a link to another address', "window.open('https://a.example/')", /product\/a\.js: links do nothing/],
  ['code from a text', "console.log(eval('1'))", /product\/a\.js: code from texts/],
])('a build warns of %s', async (_what, code, warning) => {
  expect(await buildProduct({ 'product/a.js': code })).toMatch(warning)
})

test('a build warns of a product that release:check refuses for its size, unless app.json has a limit', async () => {
  const large = {
    'product/a.js': "import a from './a.png'\nconsole.log(a)",
    'product/a.png': Buffer.alloc(3_000_000),
  }
  expect(await buildProduct(large)).toMatch(/The product has 3\.0 MB\. release:check accepts/)
  expect(await buildProduct({ ...large, 'app.json': '{ "maxAddedMegabytes": 10 }' })).toBe('')
})

test('data: addresses are for the product whose app.json lists them', async () => {
  expect(await buildProduct({ ...DATA_IMAGE, ...MAY_DATA })).toBe('')
  const html = await readFile(join(rootDir, 'dist/product/index.html'), 'utf8')
  expect(html).toContain('img-src &#39;self&#39; data: blob:;')
  expect(html).toContain('script-src &#39;self&#39;;')
})
