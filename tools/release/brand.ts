import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppIdentity, escapeXml, withAccent, withTitle } from './identity.ts'

/** An app with this name is the template itself and may use the template's license and mark. */
export const TEMPLATE_NAME = 'Latchkey'
const TEMPLATE_HOLDER = 'The Latchkey authors'

/** A drawing with the template's key symbol, which `init` replaces with a letter. */
interface Drawing {
  /** The path data of the key symbol. */
  readonly outline: string
  readonly letter: (initial: string) => string
}

const ICON: Drawing = {
  outline:
    'M256 104a86 86 0 0 0-43 160.5l-27.5 123.5a17 17 0 0 0 16.6 20.7h107.8a17 17 0 0 0 16.6-20.7L299 264.5A86 86 0 0 0 256 104z',
  letter: (initial) =>
    `<text fill="url(#light)" x="256" y="366" ${LETTER_STYLE} font-size="306">${initial}</text>`,
}
const SMALL_ICON: Drawing = {
  outline:
    'M256 72a108 108 0 0 0-52 202.6V400a24 24 0 0 0 24 24h56a24 24 0 0 0 24-24V274.6A108 108 0 0 0 256 72z',
  letter: (initial) => `<text fill="#fff" x="256" y="393" ${LETTER_STYLE} font-size="380">${initial}</text>`,
}
const LETTER_STYLE = 'font-family="system-ui, sans-serif" font-weight="700" text-anchor="middle"'

export const TEMPLATE_OUTLINES = {
  icon: ICON.outline,
  smallIcon: SMALL_ICON.outline,
} as const

/**
 * Functions that adapt a file to the app's identity. Unlike IDENTITY_FILES, developers replace
 * these files: content that is neither the template's nor from an earlier `init` is not changed.
 */
export const BRAND_FILES: Readonly<Record<string, (text: string, identity: AppIdentity) => string>> = {
  LICENSE: withOwnLicense,
  'resources/icon.svg': (text, identity) =>
    withInitial(withAccent(withTitle(text, identity), identity), ICON, identity.name),
  'resources/icon-small.svg': (text, identity) =>
    withInitial(withAccent(withTitle(text, identity), identity), SMALL_ICON, identity.name),
}

function withInitial(text: string, { outline, letter }: Drawing, name: string): string {
  if (name === TEMPLATE_NAME) return text
  const replacement = letter(escapeXml(initialOf(name)))
  const [before = '', after = ''] = letter('\0').split('\0')
  const start = text.indexOf(before)
  const end = start === -1 ? -1 : text.indexOf(after, start)
  if (end !== -1) return text.slice(0, start) + replacement + text.slice(end + after.length)
  return text.replace(/<path\b[^>]*\/>/g, (path) => (path.includes(`"${outline}"`) ? replacement : path))
}

const initialOf = (name: string): string => {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? []
  return [...letter.toUpperCase()][0] ?? ''
}

const OWN_LICENSE =
  /^Copyright \(c\) (\d{4}) .*\. All rights reserved\.\n\nParts of .* are Latchkey, under this license:\n/

/**
 * Adds the product's copyright line, because the template's MIT license must not apply to the
 * product. The MIT license requires that its notice stays, below that line.
 */
function withOwnLicense(text: string, { name, author }: AppIdentity): string {
  if (name === TEMPLATE_NAME) return text
  const [known, year = String(new Date().getFullYear())] = OWN_LICENSE.exec(text) ?? []
  if (known === undefined && !isTemplateLicense(text)) return text
  const notice = known === undefined ? `\n${text}` : text.slice(known.length)
  return (
    `Copyright (c) ${year} ${author}. All rights reserved.\n\n` +
    `Parts of ${name} are Latchkey, under this license:\n${notice}`
  )
}

/** Whether the first copyright line names the template's authors. */
const isTemplateLicense = (text: string): boolean =>
  /^.*\bcopyright\b.*$/im.exec(text)?.[0].includes(TEMPLATE_HOLDER) ?? false

/** SHA-256 of the template's icons. A test compares them with the files. */
export const TEMPLATE_PICTURES: Readonly<Record<string, string>> = {
  'resources/icon.png': 'a8a147e6c80258a3519ba57c1f5c36033d6988bde0500971fcaec9ef1e38d58a',
  'resources/icon.ico': '67f58b400dfe14bd668dbe879c5d4be843ac5bf7078fd75e11d71ed7c4d91c26',
  'resources/icon.icns': 'a75ee1de6dba382e081467818fb9b6b2e876b23de3fbd44747065a1ae9a59855',
  'resources/icons/512x512.png': 'a8a147e6c80258a3519ba57c1f5c36033d6988bde0500971fcaec9ef1e38d58a',
}

/** Returns one sentence for each of the template's brand files that another app would ship. */
export async function checkBrand(rootDir: string, productName: string): Promise<string[]> {
  if (productName === TEMPLATE_NAME) return []
  const read = (path: string): Promise<Buffer> => readFile(join(rootDir, path)).catch(() => Buffer.alloc(0))
  const problems: string[] = []
  if (isTemplateLicense(String(await read('LICENSE')))) {
    problems.push(
      `LICENSE names the template's authors as the holders of ${productName}. Write your own, or run: npm run init`,
    )
  }
  for (const [path, { outline }] of [
    ['resources/icon.svg', ICON],
    ['resources/icon-small.svg', SMALL_ICON],
  ] as const) {
    if (!(await read(path)).includes(outline)) continue
    problems.push(`${path} is the template's mark. Draw your own, then: npm run icons`)
  }
  for (const [path, hash] of Object.entries(TEMPLATE_PICTURES)) {
    if (
      createHash('sha256')
        .update(await read(path))
        .digest('hex') !== hash
    )
      continue
    problems.push(`${path} is the template's picture. Run: npm run icons`)
  }
  return problems
}

/** Reports the template's mark in the pages of an app with another name. */
export function checkMark(
  files: readonly { readonly path: string; readonly content: Buffer }[],
  productName: string,
): string[] {
  if (productName === TEMPLATE_NAME) return []
  const found = files.filter(({ content }) => content.includes(ICON.outline)).map(({ path }) => path)
  if (found.length === 0) return []
  return [
    `${found.join(', ')}: the pages show the template's mark. Draw your own in resources/icon.svg, or run: npm run init`,
  ]
}
