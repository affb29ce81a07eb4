import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { rootDir } from '../set-up/places.js'
import { BRAND_FILES, checkBrand, checkMark, TEMPLATE_NAME, TEMPLATE_PICTURES } from './brand.ts'
import type { AppIdentity } from './identity.ts'

const IDENTITY: AppIdentity = {
  name: '& Söhne',
  description: 'A test of everything.',
  id: 'test.identity.desktop',
  linkScheme: 'test-identity',
  accent: '#7a3cfe',
  author: 'Ada',
  email: 'ada@harbour.example',
  homepage: 'https://harbour.example/',
}

const read = (path: string, dir = rootDir): Promise<string> => readFile(join(dir, path), 'utf8')

// After `npm run init` the copy no longer contains the template's brand files.
const isTemplate = manifest.productName === TEMPLATE_NAME

test.runIf(isTemplate).each(Object.entries(BRAND_FILES))(
  '%s takes an identity, and applying it twice changes nothing',
  async (path, apply) => {
    const before = await read(path)
    const once = apply(before, IDENTITY)
    expect(once).not.toBe(before)
    expect(apply(once, IDENTITY)).toBe(once)
    const renamed = apply(once, { ...IDENTITY, name: 'Quay', author: 'Bo' })
    expect(renamed).toBe(apply(before, { ...IDENTITY, name: 'Quay', author: 'Bo' }))
  },
)

test.each(Object.entries(BRAND_FILES))(
  '%s is not changed after a developer has replaced it',
  (path, apply) => {
    const own = path === 'LICENSE' ? 'Copyright Quay Ltd. Ask us.\n' : '<svg><circle r="9" /></svg>\n'
    expect(apply(own, IDENTITY)).toBe(own)
  },
)

test.runIf(isTemplate)("keeps the template's notice below the license of an app", async () => {
  const notice = await read('LICENSE')
  const license = BRAND_FILES['LICENSE']?.(notice, IDENTITY) ?? ''
  expect(license).toMatch(/^Copyright \(c\) \d{4} Ada\. All rights reserved\.\n/)
  expect(license.endsWith(notice)).toBe(true)
})

test.runIf(isTemplate)('accepts the brand files of the template under its own name', async () => {
  expect(await checkBrand(rootDir, TEMPLATE_NAME)).toEqual([])
  const mark = { path: 'icon.svg', content: await readFile(join(rootDir, 'resources/icon.svg')) }
  expect(checkMark([mark], TEMPLATE_NAME)).toEqual([])
  expect(checkMark([mark], 'Harbour')).toHaveLength(1)
})

test.runIf(isTemplate)('reports each brand file of the template under another name', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-brand-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const paths = [
    'LICENSE',
    'resources/icon.svg',
    'resources/icon-small.svg',
    ...Object.keys(TEMPLATE_PICTURES),
  ]
  for (const path of paths) await cp(join(rootDir, path), join(dir, path), { recursive: true })
  const problems = await checkBrand(dir, 'Harbour')
  expect(problems).toHaveLength(paths.length)
  for (const [index, path] of paths.entries()) expect(problems[index]).toMatch(new RegExp(`^${path} `))
  for (const [path, apply] of Object.entries(BRAND_FILES)) {
    await writeFile(join(dir, path), apply(await read(path), IDENTITY))
  }
  expect(await checkBrand(dir, 'Harbour')).toHaveLength(Object.keys(TEMPLATE_PICTURES).length)
})
