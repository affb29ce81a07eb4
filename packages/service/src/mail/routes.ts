import { randomBytes } from 'node:crypto'
import { ENDPOINTS, type MailSettingsFound, readEmail } from '@latchkey/management'
import { invalidEmail } from '../core/customer/customers.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { pageOf } from '../core/http/pages.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts'
import { createId } from '../core/security/credentials.ts'
import type { OutboxStorage } from '../outbox/storage.ts'
import { allTexts, changedSettings, hasEnd, problemOfText, readSupport, textOf } from './change-settings.ts'
import { composeMail, LOGO_ID } from './compose.ts'
import { type MailContent, type MailKind, mailItem } from './mail.ts'
import { toMailRecord } from './records.ts'
import type { MailSettings, MailStorage } from './settings.ts'

export type MailParts = HttpParts<MailStorage & OutboxStorage>

/** Enough for the settings with a logo in base64, and all texts. */
const BODY_LIMIT_BYTES = 512 * 1_024

const EXAMPLE_KEY = 'ExampleKeyExampleKeyExampleKeyEx'

/** The content of previews and tests. */
const example = (email: string, kind: MailKind, now: number): MailContent => ({
  to: { email, name: 'Ann Example' },
  keys: hasEnd(kind) ? [] : [EXAMPLE_KEY],
  end: hasEnd(kind) ? now + 7 * SECONDS_A_DAY : 0,
  path: '',
})

/** Registers the list of mails and their settings, which are additions to the interface. */
export function registerMail(
  register: RegisterEndpoint,
  { storage, linkBase, settings: { mail } }: MailParts,
): void {
  const from = mail.kind === 'none' ? '' : mail.from

  const settingsOf = async (
    projectId: string,
  ): Promise<{ project: string; settings: MailSettings } | Refusal> =>
    (await storage.findMailSettings(projectId)) ?? refuse('no-such-project')

  const toFound = (message: string, known: MailSettings): MailSettingsFound => {
    const { endsSoon: ends_soon, appLink: app_link, texts, ...settings } = known
    const all = { ...settings, ends_soon, app_link, texts: allTexts(known) }
    return { ...done(message), ...all, way: mail.kind, from }
  }

  register(ENDPOINTS.listMail, async ({ query, project }) => {
    const { state, of_key: about } = query
    const page = pageOf(query)
    if (isRefusal(page)) return page
    const found = await storage.listOutbox(project.id, 'mail', { state, about, ...page.asked })
    const { listed, next_cursor } = page.cut(found)
    return {
      ...done('The mails that match.'),
      mails: listed.map(({ entry }) => toMailRecord(entry)),
      next_cursor,
      way: mail.kind,
    }
  })

  register(ENDPOINTS.getMailSettings, async ({ project }) => {
    const found = await settingsOf(project.id)
    return isRefusal(found) ? found : toFound('The settings of mail.', found.settings)
  })

  register(
    ENDPOINTS.changeMailSettings,
    async ({ project, body }) => {
      const found = await settingsOf(project.id)
      if (isRefusal(found)) return found
      const changed = changedSettings(found.settings, body)
      if (isRefusal(changed)) return changed
      await storage.putMailSettings(project.id, changed)
      return toFound('The settings of mail were changed.', changed)
    },
    { bodyLimit: BODY_LIMIT_BYTES },
  )

  register(ENDPOINTS.previewMail, async ({ project, body, now }) => {
    const found = await settingsOf(project.id)
    if (isRefusal(found)) return found
    const { kind, language, color } = body
    const known = textOf(found.settings, language, kind)
    const text = { subject: body.subject ?? known.subject, paragraphs: body.paragraphs ?? known.paragraphs }
    const problem = problemOfText({ kind, ...text, paragraphs: [...text.paragraphs] })
    if (problem !== undefined) return problem
    const support = body.support === undefined ? found.settings.support : readSupport(body.support)
    if (typeof support === 'object') return support
    const settings = {
      ...found.settings,
      support,
      color: color ?? found.settings.color,
      texts: text.subject === '' ? {} : { [language]: { [kind]: text } },
    }
    const composed = composeMail({
      kind,
      projectId: project.id,
      project: found.project,
      content: example('ann@example.org', kind, now),
      settings,
      language,
      publicUrl: linkBase(),
    })
    const html = composed.html.replaceAll(`cid:${LOGO_ID}`, `data:image/png;base64,${settings.logo}`)
    return { ...done('The mail, as it would look.'), ...composed, html }
  })

  register(ENDPOINTS.sendTestMail, async ({ project, body: { kind, language }, account, by, now }) => {
    const read = readEmail(by.actor === 'person' ? (by.person ?? '') : account.email)
    if ('problem' in read) return invalidEmail('No mail can be sent to your address.', read.problem)
    const id = createId(randomBytes)
    const content = { ...example(read.email, kind, now), language }
    if ((await storage.queueItem(project.id, mailItem(id, kind, content, { now }))) !== 'queued') {
      return refuse('no-such-project')
    }
    return { ...done(`The mail to ${read.email} leaves in the next seconds.`), id }
  })
}
