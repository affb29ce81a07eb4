import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from './project.ts'

/** An app with this name is the template itself and may use the template's license and mark. */
export const TEMPLATE_NAME = 'Latchkey'
const TEMPLATE_HOLDER = 'The Latchkey authors'

/** The path data of the key symbol in each drawing. `init` replaces the path with a letter. */
export const TEMPLATE_OUTLINES = {
  icon: 'M256 104a86 86 0 0 0-43 160.5l-27.5 123.5a17 17 0 0 0 16.6 20.7h107.8a17 17 0 0 0 16.6-20.7L299 264.5A86 86 0 0 0 256 104z',
  smallIcon:
    'M256 72a108 108 0 0 0-52 202.6V400a24 24 0 0 0 24 24h56a24 24 0 0 0 24-24V274.6A108 108 0 0 0 256 72z',
} as const
const LETTERS = {
  icon: 'fill="url(#light)" x="256" y="366" font-size="306"',
  smallIcon: 'fill="#fff" x="256" y="393" font-size="380"',
} as const

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string): string => text.replace(/[&<>]/g, (letter) => XML_ESCAPES[letter] ?? letter)

export const withAccent = (text: string, accent: string): string =>
  text.replace(/(--accent: )[^;"]+([;"])/, `$1${accent}$2`)

const LETTER_STYLE = 'font-family="system-ui, sans-serif" font-weight="700" text-anchor="middle"'
const letterStart = (drawing: keyof typeof LETTERS): string => `<text ${LETTERS[drawing]} ${LETTER_STYLE}>`

/** Whether a drawing is the template's, or the letter that an earlier run made. */
export const isOfInit = (svg: string, drawing: keyof typeof TEMPLATE_OUTLINES): boolean =>
  svg.includes(`"${TEMPLATE_OUTLINES[drawing]}"`) || svg.includes(letterStart(drawing))

/** Sets title, colour and initial of a drawing. Does not change what a developer has replaced. */
export function withBrand(
  svg: string,
  drawing: keyof typeof TEMPLATE_OUTLINES,
  { name, accent }: { readonly name: string; readonly accent: string },
): string {
  if (!isOfInit(svg, drawing)) return svg
  const titled = svg.replace(/(<title>)[^<]*(<\/title>)/, (_, open, close) => open + escapeXml(name) + close)
  const text = withAccent(titled, accent)
  if (name === TEMPLATE_NAME) return text
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? []
  const open = letterStart(drawing)
  const replacement = `${open}${escapeXml([...letter.toUpperCase()][0] ?? '')}</text>`
  return text.replace(/<path\b[^>]*\/>|<text\b[^>]*>[^<]*<\/text>/g, (element) =>
    isOfInit(element, drawing) ? replacement : element,
  )
}

const INITIAL_LICENSE = /^Copyright \(c\) (\d{4}) .*\. All rights reserved\.\n$/

/** Whether a license is the template's, or the one line that an earlier run wrote. */
export const isInitialLicense = (text: string): boolean =>
  isTemplateLicense(text) || INITIAL_LICENSE.test(text)

/** Replaces the template's license. Does not change terms that a developer has written. */
export function withOwnLicense(text: string, name: string, holder: string): string {
  if (name === TEMPLATE_NAME || !isInitialLicense(text)) return text
  const [, year = String(new Date().getFullYear())] = INITIAL_LICENSE.exec(text) ?? []
  return `Copyright (c) ${year} ${holder}. All rights reserved.\n`
}

/** The file that passes on the template's license, as the MIT license requires. Every package has it. */
export const NOTICE_FILE = 'NOTICE'

/** Returns the text of the notice, if `license` is the template's; otherwise undefined. */
export const noticeOf = (license: string): string | undefined =>
  isTemplateLicense(license) ? `This app contains Latchkey, under this license:\n\n${license}` : undefined

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
export async function checkBrand({
  rootDir,
  manifest: { productName },
}: Pick<Project, 'rootDir'> & { readonly manifest: { readonly productName: string } }): Promise<string[]> {
  if (productName === TEMPLATE_NAME) return []
  const read = (path: string): Promise<Buffer> => readFile(join(rootDir, path)).catch(() => Buffer.alloc(0))
  const problems: string[] = []
  if (isTemplateLicense(String(await read('LICENSE')))) {
    problems.push(
      `LICENSE names the template's authors as the holders of ${productName}. Write your own, or run: npm run init`,
    )
  }
  const drawings = { 'resources/icon.svg': 'icon', 'resources/icon-small.svg': 'smallIcon' } as const
  for (const [path, drawing] of Object.entries(drawings)) {
    if (!(await read(path)).includes(TEMPLATE_OUTLINES[drawing])) continue
    problems.push(`${path} is the template's mark. Draw your own, then: npm run icons`)
  }
  for (const [path, known] of Object.entries(TEMPLATE_PICTURES)) {
    if (hash('sha256', await read(path)) === known)
      problems.push(`${path} is the template's picture. Run: npm run icons`)
  }
  return problems
}
