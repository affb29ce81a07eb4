import { createHash } from 'node:crypto'
import type { MailLanguage } from '@latchkey/management'
import type { FastifyReply } from 'fastify'
import { pageHeaders } from '../core/http/own-page.ts'
import { escaped, textOn } from '../mail/compose.ts'
import type { MailSettings } from '../mail/settings.ts'
import { runPage } from './page-script.ts'
import { PAGE_TEXTS } from './texts.ts'

/**
 * - `return`: after a purchase at a shop that adds an ID to the address
 * - `in-mail`: after a purchase at another shop
 * - `open`: from a mail, with the key in the fragment
 */
export type PageKind = 'return' | 'in-mail' | 'open'

export interface PageContent {
  readonly kind: PageKind
  readonly language: MailLanguage
  /** The name of the project. */
  readonly project: string
  readonly settings: MailSettings
}

const SCRIPT = `(${runPage.toString()})()`

const STYLE = `
:root { color-scheme: light dark; --ground: #f3f4f6; --card: #ffffff; --text: #111827; --soft: #4b5563;
  --line: #d1d5db; --edge: rgba(0, 0, 0, 0.3); --focus: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #111827; --card: #1f2937; --text: #f3f4f6; --soft: #d1d5db; --line: #4b5563;
    --edge: rgba(255, 255, 255, 0.6); --focus: #93c5fd; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; padding: 6vh 1rem 2rem; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  hyphens: auto; font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 2rem; background: var(--card); border-radius: 8px;
  border-top: 4px solid var(--brand); box-shadow: 0 1px 3px rgba(0, 0, 0, 0.2); }
p, ol, h1 { margin: 0 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 2rem 0 0.5rem; font-size: 1rem; }
ol { padding-left: 1.25rem; }
li { margin-bottom: 0.25rem; }
section > :last-child { margin-bottom: 0; }
.logo { line-height: 0; }
.logo img { max-width: 100%; height: 48px; object-fit: contain; object-position: left; }
@media (prefers-color-scheme: dark) {
  .logo img { height: 64px; padding: 8px; background: #ffffff; border-radius: 6px; }
}
.project { color: var(--soft); }
.label { margin: 1.5rem 0 0.25rem; color: var(--soft); font-size: 0.875rem; }
.key { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 0.5rem; }
code { flex: 1 1 18rem; padding: 0.625rem 0.75rem; background: var(--ground); border-radius: 6px; user-select: all; hyphens: none;
  font: 1rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
button, .button { padding: 0.625rem 1rem; border: 1px solid var(--edge); border-radius: 6px; background: none;
  color: inherit; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button { display: inline-block; margin-top: 1rem; background: var(--brand); color: var(--on-brand); }
#sent { margin-top: 1rem; }
button:disabled { opacity: 0.6; cursor: default; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.dots { display: flex; gap: 0.5rem; height: 0.625rem; }
.dots i { width: 0.625rem; border-radius: 50%; background: var(--soft); animation: pulse 1.2s infinite; }
.dots i:nth-child(2) { animation-delay: 0.2s; }
.dots i:nth-child(3) { animation-delay: 0.4s; }
@keyframes pulse { 0%, 60%, 100% { opacity: 0.25; } 30% { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { .dots i { animation: none; } }
.questions { margin: 2rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft);
  font-size: 0.875rem; }
@media (max-width: 26rem) { body { padding: 8px; } main { padding: 20px 16px; } }
`

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const SCRIPT_HASH = sha256(SCRIPT)

const headersOf = (style: string) =>
  pageHeaders({
    'script-src': SCRIPT_HASH,
    'style-src': sha256(style),
    'img-src': 'data:',
    'connect-src': "'self'",
  })

const element = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${escaped(text)}</${name}>`

/** Answers with a page. Its script shows one of the sections. */
export function sendPage(reply: FastifyReply, { kind, language, project, settings }: PageContent) {
  const t = PAGE_TEXTS[language]
  const { appLink, color, logo, support } = settings
  const style = `${STYLE}:root { --brand: ${color}; --on-brand: ${textOn(color)}; }`
  const section = (id: string, title: string, ...content: readonly string[]): string =>
    `<section id="${id}"${id === kind ? '' : ' hidden'}>${element('h1', title)}${content.join('\n')}</section>`
  const attributes = { page: kind, 'app-link': appLink, key: t.key, keys: t.keys, copied: t.copied }
  const data = Object.entries(attributes).map(([name, value]) => `data-${name}="${escaped(value)}"`)
  const found = section(
    'found',
    kind === 'open' ? t.yourKey : t.thanks,
    kind === 'open' ? '' : `${element('p', t.bought)}<p class="label" id="label"></p>`,
    '<div id="keys"></div>',
    element('a', t.openApp, ' class="button by-link" id="open"'),
    element('h2', t.notOpened, ' class="by-link"'),
    element('h2', t.next, ' class="by-hand"'),
    `<ol>${t.steps.map((step) => element('li', step)).join('')}</ol>`,
  )
  const inMail = section(
    'in-mail',
    t.inMail.title,
    element('p', t.inMail.text),
    element('button', t.inMail.again, ' type="button" id="again" hidden'),
    element('p', t.inMail.sent, ' id="sent" hidden'),
  )
  const dots = '<p class="dots" aria-hidden="true"><i></i><i></i><i></i></p>'
  const sections = {
    'in-mail': [inMail],
    open: [found, section('no-key', t.noKey.title, element('p', t.noKey.text))],
    return: [
      section('waiting', t.thanks, element('p', t.waiting), dots),
      found,
      inMail,
      section('late', t.late.title, element('p', t.late.text)),
    ],
  }[kind]
  void reply.headers(headersOf(style)).type('text/html; charset=utf-8')
  return reply.send(`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(project)}</title><style>${style}</style></head>
<body ${data.join(' ')}><main>
${logo === '' ? '' : `<p class="logo"><img src="data:image/png;base64,${logo}" alt=""></p>`}
${element('p', project, ' class="project"')}
<div aria-live="polite">${sections.join('\n')}</div>
<noscript>${element('h1', t.inMail.title)}${element('p', t.inMail.text)}</noscript>
${support === '' ? '' : element('p', `${t.questions} ${support}`, ' class="questions"')}
</main>
<template id="key"><div class="key"><code></code>${element('button', t.copy, ' type="button"')}</div></template>
${kind === 'in-mail' ? '' : `<script>${SCRIPT}</script>`}</body></html>
`)
}
