import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkBrand, noticeOf, TEMPLATE_NAME, TEMPLATE_PICTURES } from './brand.ts'
import { type AppIdentity, IDENTITY_FILES, slugOf } from './identity.ts'
import { readIdentity } from './project.ts'

const rootDir = join(import.meta.dirname, '../../../..')
const IDENTITY: AppIdentity = {
  // A name that no app uses, so that the test also works after `npm run init`.
  name: '& Söhne',
  description: 'A test of everything.',
  id: 'test.identity.desktop',
  linkScheme: 'test-identity',
  accent: '#7a3cfe',
  author: 'Ada',
  holder: 'Ada Ltd',
  support: 'ada@harbour.example',
  homepage: 'https://harbour.example/',
}
const FILES = Object.entries(IDENTITY_FILES)
const BRAND_FILES = FILES.filter(([path]) => !path.endsWith('.json'))

const read = (path: string, dir = rootDir): Promise<string> => readFile(join(dir, path), 'utf8')
const checkAs = (productName: string, dir = rootDir) =>
  checkBrand({ rootDir: dir, manifest: { productName } })

// After `npm run init` the copy no longer contains the template's brand files.
const isTemplate = readIdentity(rootDir).manifest.productName === TEMPLATE_NAME

test.runIf(isTemplate).each(FILES)(
  '%s takes an identity, and applying it twice changes nothing',
  async (path, apply) => {
    const before = await read(path)
    const once = apply(before, IDENTITY)
    expect(once).not.toBe(before)
    expect(apply(once, IDENTITY)).toBe(once)
    const other = { ...IDENTITY, name: 'Quay', author: 'Bo', holder: 'Bo Ltd' }
    expect(apply(once, other)).toBe(apply(before, other))
  },
)

test.each(BRAND_FILES)('%s is not changed after a developer has replaced it', (path, apply) => {
  const own = path === 'LICENSE' ? 'Copyright Quay Ltd. Ask us.\n' : '<svg><text>Quay</text></svg>\n'
  expect(apply(own, IDENTITY)).toBe(own)
})

test('writes data only: no code, and nothing that belongs to Latchkey', () => {
  for (const [path] of FILES) expect(path).not.toMatch(/\.tsx?$|^packages\//)
})

test.runIf(isTemplate)("moves the template's license to the notice of an app", async () => {
  const template = await read('LICENSE')
  const license = IDENTITY_FILES['LICENSE']?.(template, IDENTITY) ?? ''
  expect(license).toMatch(/^Copyright \(c\) \d{4} Ada Ltd\. All rights reserved\.\n$/)
  expect(noticeOf(template)).toContain(template)
  expect(noticeOf(license)).toBeUndefined()
})

test.runIf(isTemplate)('reports each brand file of the template under another name', async () => {
  expect(await checkAs(TEMPLATE_NAME)).toEqual([])
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-brand-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const drawings = ['LICENSE', 'resources/icon.svg', 'resources/icon-small.svg']
  const pictures = Object.keys(TEMPLATE_PICTURES)
  for (const path of [...drawings, ...pictures]) await cp(join(rootDir, path), join(dir, path))
  const problems = await checkAs('Harbour', dir)
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([...drawings, ...pictures])
  for (const path of drawings) {
    await writeFile(join(dir, path), IDENTITY_FILES[path]?.(await read(path), IDENTITY) ?? '')
  }
  expect(await checkAs('Harbour', dir)).toHaveLength(pictures.length)
})

test.each([
  ['Harbour Pilot', 'harbour-pilot'],
  ['Größe 2!', 'grosse-2'],
  ['3D Müller', 'd-muller'],
  ['漢字', ''],
])('the slug of %s is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
