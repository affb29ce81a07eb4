/** The values by which `npm run init` turns the template into another app. */
export interface AppIdentity {
  readonly name: string
  readonly description: string
  readonly id: string
  readonly linkScheme: string
  readonly accent: string
  readonly author: string
  readonly email: string
  readonly homepage: string
}

/** Returns a name for files, packages and activation links: `Harbour Pilot` → `harbour-pilot`. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
export const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => XML_ESCAPES[letter] ?? letter)

const TITLE = /(<title>)[^<]*(<\/title>)/
const ACCENT = /(--accent: )[^;"]+([;"])/

/** Replaces the `<title>`, if there is one, with the app's name. */
export const withTitle = (text: string, { name }: AppIdentity): string =>
  text.replace(TITLE, `$1${escapeXml(name).replaceAll('$', '$$$$')}$2`)
/** Replaces `--accent`, if it is there, with the app's colour. */
export function withAccent(text: string, { accent }: AppIdentity): string {
  return text.replace(ACCENT, `$1${accent}$2`)
}

/** Functions that write the app's identity to a file. Idempotent. */
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
  'app.json': (text, { id, linkScheme }) =>
    `${JSON.stringify({ ...(JSON.parse(text) as object), appId: id, linkScheme }, null, 2)}\n`,
  'src/renderer/gate/brand.css': withAccent,
}

/** Replaces values in the text of a `.env` file. Keeps comments and all other lines. */
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

/** Without quotes, `#` begins a comment and `$` a reference to another setting. */
const quoted = (value: string): string => (/^[\w./:@+=-]*$/.test(value) ? value : `'${value}'`)
