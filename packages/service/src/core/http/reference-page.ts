import { answersOf, type Endpoint, isBodyRequired } from '@latchkey/management'
import type { TSchema } from 'typebox'

/** The parts of JSON Schema that the table uses. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
}

export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem; font: 16px/1.55 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3 { margin: 2.5rem 0 .5rem; }
h4 { margin: 1.2rem 0 .3rem; font-size: 1rem; }
code { font: .9em ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
nav ul { columns: 16rem; padding-left: 1.2rem; }
.tables { overflow-x: auto; }
`

/** The whole interface as one page of plain HTML, without scripts. */
export function renderReference(endpoints: readonly Endpoint[], baseUrl: string, version: string): string {
  const bySubject = Map.groupBy(endpoints, ({ subject }) => subject)
  const sections = Array.from(bySubject, ([subject, ofSubject]) => section(subject, ofSubject))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Latchkey reference</title>
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<header>
<h1>Latchkey reference</h1>
<p>Version ${text(version)}. Every path stands below <code>${text(baseUrl)}</code>. Bodies are JSON; times are Unix seconds. For programs there is the same as <a href="openapi.json">OpenAPI</a>.</p>
</header>
<nav aria-label="Endpoints"><ul>
${endpoints.map(({ id, title }) => `<li><a href="#${text(id)}">${text(title)}</a></li>`).join('\n')}
</ul></nav>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`
}

const section = (subject: string, endpoints: readonly Endpoint[]): string =>
  `<section>
<h2>${text(subject)}</h2>
${endpoints.map(article).join('\n')}
</section>`

const article = (endpoint: Endpoint): string =>
  `<article id="${text(endpoint.id)}">
<h3>${text(endpoint.title)}</h3>
<p><code>${text(`${endpoint.method} ${endpoint.path}`)}</code></p>
<p>${prose(endpoint.description)}</p>
<p>${prose(CREDENTIALS[endpoint.credentials.kind])}</p>
<div class="tables">
${fields('Path', endpoint.params)}
${fields('Query', endpoint.query)}
${fields('Headers', endpoint.headers)}
${fields(isBodyRequired(endpoint) ? 'Body' : 'Body, may be left out', endpoint.body)}
${fields('Answer', endpoint.success)}
${statuses(endpoint)}
</div>
</article>`

const CREDENTIALS: Readonly<Record<Endpoint['credentials']['kind'], string>> = {
  none: 'Takes no credentials.',
  'api-key': 'Takes the API key of the account in `Authorization`, without a scheme word.',
  'plant-token': 'Takes the token of the plant store: `Authorization: Bearer TOKEN`.',
  'in-body': 'Takes no credentials but those in its body.',
  session: 'Takes a session of the console.',
  customer: 'Takes a session of the customer’s page.',
  'shared-secrets': 'Takes a signature made with the project’s shared secrets.',
}

/**
 * Makes a table in HTML.
 * @param rows of cells in HTML
 */
const table = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `<h4>${text(title)}</h4>
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}
</tbody>
</table>`

const fields = (title: string, schema: TSchema = {}): string =>
  table(title, ['Name', 'Type', 'Meaning'], rowsOf(schema as Schema))

/** Makes a row for each field. Fields of nested objects and arrays follow with dotted names. */
function rowsOf({ properties = {}, required = [] }: Schema, prefix = ''): string[][] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key
    const type = typeOf(schema) + (required.includes(key) ? '' : ', optional')
    const { items, description = '' } = schema
    return [
      [`<code>${text(name)}</code>`, text(type), prose(description)],
      ...(items === undefined ? rowsOf(schema, `${name}.`) : rowsOf(items, `${name}[].`)),
    ]
  })
}

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`
  return schema.type ?? 'anything'
}

const statuses = (endpoint: Endpoint): string =>
  table(
    'Statuses',
    ['Status', 'Meaning'],
    Object.entries(answersOf(endpoint)).map(([status, { description }]) => [status, prose(description)]),
  )

const text = (plain: string): string =>
  plain.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The table's texts mark code with backticks. */
const prose = (plain: string): string => text(plain).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
