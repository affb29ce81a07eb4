/** What makes a copy of Latchkey somebody's own app. */
export interface AppIdentity {
  readonly name: string
  readonly description: string
  readonly id: string
  readonly accent: string
  readonly author: string
  readonly email: string
  readonly homepage: string
}

/** A name for files, packages and activation links: `Harbour Pilot` becomes `harbour-pilot`. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string): string => text.replace(/[&<>]/g, (letter) => XML_ESCAPES[letter] ?? letter)

const titled = (text: string, { name }: AppIdentity): string =>
  replaceOnce(text, /(<title>)[^<]*(<\/title>)/, `$1${escapeXml(name).replaceAll('$', '$$$$')}$2`)

const coloured = (text: string, { accent }: AppIdentity): string =>
  replaceOnce(text, /(--accent: )[^;"]+([;"])/, `$1${accent}$2`)

/** Each file that says who the app is, and how it reads for another identity. Applying one twice changes nothing. */
export const IDENTITY_FILES: Readonly<Record<string, (text: string, identity: AppIdentity) => string>> = {
  'package.json'(text, { name, description, author, email, homepage }) {
    const manifest = JSON.parse(text) as Record<string, unknown>
    const own = {
      name: slugOf(name),
      productName: name,
      description,
      author: { name: author, email },
      homepage,
    }
    return `${JSON.stringify({ ...manifest, ...own }, null, 2)}\n`
  },
  'electron-builder.config.ts': (text, { id }) => replaceOnce(text, /(APP_ID = ')[^']*(')/, `$1${id}$2`),
  'packages/electron/src/main/window/activation-link.ts': (text, { name }) =>
    replaceOnce(text, /(LINK_SCHEME = ')[^']*(')/, `$1${slugOf(name)}$2`),
  'resources/installer.nsh': (text, { name }) =>
    replaceOnce(text, /(!define LINK_SCHEME ")[^"]*(")/, `$1${slugOf(name)}$2`),
  'src/renderer/gate/index.html': titled,
  'src/renderer/product/index.html': titled,
  'src/renderer/waiting/index.html': titled,
  'packages/react/src/design/tokens.css': coloured,
  'resources/icon.svg': (text, identity) => coloured(titled(text, identity), identity),
  'resources/icon-small.svg': (text, identity) => coloured(titled(text, identity), identity),
}

function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`A file has no place for it any more: ${pattern.source}`)
  return text.replace(pattern, replacement)
}

/** The settings file with other values: comments and whatever else it holds stay. */
export function withSettings(text: string, values: Readonly<Record<string, string>>): string {
  const lines = text.replace(/\n$/, '').split('\n')
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${value === '' ? '' : quoted(value)}`
    const at = lines.findIndex((known) => known.startsWith(`${name}=`))
    if (at === -1) lines.push(line)
    else lines[at] = line
  }
  return `${lines.join('\n')}\n`
}

/** A bare `#` would begin a comment, and `$` a reference to another setting. */
const quoted = (value: string): string => (/^[\w./:@+=-]*$/.test(value) ? value : `'${value}'`)
