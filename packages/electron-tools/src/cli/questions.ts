import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSecureAddress } from '@latchkey/electron/settings'
import { parsePublicKeys } from '@latchkey/protocol'
import { isInitialLicense, isOfInit } from './brand.ts'
import { slugOf } from './identity.ts'
import { authorOf, type Project } from './project.ts'

interface Rule {
  readonly accepts: (answer: string) => boolean
  /** The error message for other answers. */
  readonly otherwise: string
}
const rule = (pattern: RegExp, otherwise: string): Rule => ({
  accepts: (answer) => pattern.test(answer),
  otherwise,
})
/**
 * SECURITY: applies to every answer. Characters that change the direction of a text would show
 * another name in installers and windows.
 */
export const VISIBLE = rule(
  /^[^\p{Cc}\p{Bidi_Control}]*$/u,
  'It may not hold control characters, nor those that change the direction of the text.',
)
const TEXT = rule(/\S/, 'It must not be empty.')
const HTTPS: Rule = {
  accepts: (answer) => URL.parse(answer)?.protocol === 'https:',
  otherwise: 'It must be an https: address.',
}
const SERVICE: Rule = {
  accepts: (answer) => isSecureAddress(answer, true),
  otherwise:
    'It must be an https: address. While developing, http://127.0.0.1:PORT and http://localhost:PORT also work.',
}

interface Question {
  readonly text: string
  readonly suggestion: (project: Project, answers: Readonly<Record<string, string>>) => string | undefined
  readonly rule: Rule
}

export const AS_IT_IS = 'as it is'
export const ALL_RIGHTS_RESERVED = 'all rights reserved'
export const FIRST_LETTER = 'first letter'

export const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Questions by the name of their option. The order matters: later suggestions use earlier answers.
 */
export const QUESTIONS = {
  name: {
    text: 'Name of the app, as people see it',
    suggestion: ({ manifest }) => manifest.productName,
    rule: {
      accepts: (answer) => slugOf(answer) !== '' && !/[\\/:*?"<>|\n]/.test(answer),
      otherwise: 'It needs a Latin letter, and may not hold \\ / : * ? " < > |',
    },
  },
  description: {
    text: 'What it is, in a sentence; installers and systems show it',
    suggestion: ({ manifest: { description } }, { name }) =>
      description.includes('the license service that answers') ? `The app ${name}.` : description,
    rule: TEXT,
  },
  id: {
    text: 'ID, a reversed domain of yours; never to be changed after a first release',
    suggestion: ({ app: { appId } }, { name = '' }) =>
      appId.startsWith('com.example.') ? `com.${slugOf(name)}.app` : appId,
    rule: rule(/^[a-zA-Z][\w-]*(\.[a-zA-Z0-9][\w-]*)+$/, 'It must look like com.example.app.'),
  },
  accent: {
    text: 'Colour, as in CSS: #0a7ea4 or oklch(55% 0.11 230)',
    suggestion: () => AS_IT_IS,
    rule: rule(
      /^(as it is|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|oklch\([\d.% ]+\))$/,
      'It must look like #0a7ea4 or oklch(55% 0.11 230).',
    ),
  },
  author: {
    text: 'Who makes it',
    // The template's author is a text.
    suggestion: ({ manifest: { author } }, { name }) =>
      typeof author === 'object' ? author.name : `The makers of ${name}`,
    rule: TEXT,
  },
  holder: {
    text: 'Holder of the copyright, for LICENSE',
    suggestion: (_project, { author }) => author,
    rule: TEXT,
  },
  license: {
    text: 'Your license terms for LICENSE: a text file',
    suggestion: ({ rootDir }) =>
      isInitialLicense(textOf(join(rootDir, 'LICENSE'))) ? ALL_RIGHTS_RESERVED : AS_IT_IS,
    rule: {
      accepts: (answer) => [ALL_RIGHTS_RESERVED, AS_IT_IS].includes(answer) || /\S/.test(textOf(answer)),
      otherwise: 'It must be a text file that is not empty.',
    },
  },
  mark: {
    text: 'Mark of the app, from which the icons are drawn: a square SVG file',
    suggestion: ({ rootDir }) =>
      isOfInit(textOf(join(rootDir, 'resources/icon.svg')), 'icon') ? FIRST_LETTER : AS_IT_IS,
    rule: {
      accepts: (answer) => [FIRST_LETTER, AS_IT_IS].includes(answer) || /<svg\b/.test(textOf(answer)),
      otherwise: 'It must be an SVG file.',
    },
  },
  support: {
    text: 'E-mail address for support',
    suggestion: ({ manifest, settings }) =>
      authorOf(manifest).email ?? settings.LATCHKEY_SUPPORT_URL?.replace(/^mailto:/, ''),
    rule: rule(/^[^\s@<>]+@[^\s@<>]+$/, 'It must be an e-mail address.'),
  },
  'sync-url': {
    text: 'Address of your license service',
    suggestion: ({ settings }) => settings.LATCHKEY_SYNC_URL,
    rule: SERVICE,
  },
  homepage: {
    text: 'Home page',
    suggestion: ({ manifest: { homepage } }, { name = '', 'sync-url': syncUrl = '' }) => {
      if (!homepage.includes('latchkey.example')) return homepage
      return HTTPS.accepts(syncUrl) ? URL.parse(syncUrl)?.origin : `https://${slugOf(name)}.example/`
    },
    rule: HTTPS,
  },
  'app-name': {
    text: 'Name of the app at the license service',
    suggestion: ({ settings }, { name = '' }) => settings.LATCHKEY_APP_NAME || slugOf(name),
    rule: rule(/^\S+$/, 'It must be one word.'),
  },
  executor: {
    text: "Executor: your platform's name in the fingerprint header",
    suggestion: ({ settings }, { name = '' }) => settings.LATCHKEY_EXECUTOR || slugOf(name),
    rule: rule(/^[a-zA-Z0-9-]{1,64}$/, 'It must be 1 to 64 letters, digits or dashes.'),
  },
  'public-keys': {
    text: 'Public keys of your project, as the license service prints them; none if it has none',
    suggestion: ({ settings }) => settings.LATCHKEY_PUBLIC_KEYS,
    // The answer may be empty: only a release needs public keys, a first start does not.
    rule: {
      accepts: (answer) => answer === '' || parsePublicKeys(answer) !== undefined,
      otherwise: 'It must look like ID=KEY,ID=KEY, or be none.',
    },
  },
} as const satisfies Readonly<Record<string, Question>>
