import { messageOfEmail, readEmail } from '@latchkey/management'
import type { SendMailOptions, SMTPTransportOptions } from 'nodemailer'
import type { AccountStorage } from '../core/accounts/storage.ts'
import type { Clock } from '../core/clock.ts'
import type { MailServer, MailWay } from '../core/settings.ts'
import type { LeasedItem, TryResult } from '../outbox/outbox.ts'
import type { OutboxStorage } from '../outbox/storage.ts'
import type { SendItem } from '../outbox/worker.ts'
import { composeMail, harmless, LOGO_ID } from './compose.ts'
import { lifetimeOf, type MailKind, readContent } from './mail.ts'
import { createMailFolder, type MailFolder } from './mail-folder.ts'
import type { MailStorage } from './settings.ts'

interface MailParts {
  readonly storage: MailStorage & Pick<AccountStorage, 'findOwner'> & Pick<OutboxStorage, 'findOutboxEntry'>
  readonly way: MailWay
  /** See `HttpParts`. */
  readonly linkBase: () => string | undefined
  readonly clock: Clock
}

const SWEEP_EVERY_MS = 30_000
/** The limit of each step. The outbox limits the time of all steps. */
const SILENCE_MS = 20_000

export const NO_WAY = 'This service has no way to send mail. Start it with --mail, or with --mail-folder.'
/** The start of the answer of a mail that was written into a folder. */
export const WRITTEN_TO = 'Written to '
const NO_PROJECT = 'The project does not exist any more.'

/** Sends mails of the outbox over SMTP, or writes them as files. */
export function createMail({ storage, way, linkBase, clock }: MailParts) {
  const folder = way.kind === 'folder' ? createMailFolder(way.folder) : undefined
  const noWay: TryResult = { kind: 'failed', answer: NO_WAY }

  const send: SendItem = async (item, signal) => {
    if (way.kind === 'none') return noWay
    const found = await storage.findMailSettings(item.projectId)
    if (found === undefined) return { kind: 'refused', answer: NO_PROJECT }
    const { project, settings } = found
    const content = readContent(item.body)
    const kind = item.kind as MailKind
    // SECURITY: nodemailer would accept a list of several addresses.
    const read = readEmail(content.to.email)
    if ('problem' in read) {
      return {
        kind: 'refused',
        answer: `No mail can be sent to this address. ${messageOfEmail(read.problem)}`,
      }
    }
    const { email } = read
    const publicUrl = linkBase()
    if (content.path !== '' && publicUrl === undefined) {
      return { kind: 'failed', answer: 'A mail with a link needs --public-url.' }
    }
    const { language = settings.language } = content
    const composed = composeMail({ kind, ...found, projectId: item.projectId, content, language, publicUrl })
    const message: SendMailOptions = {
      ...composed,
      messageId: `<${item.id}@${way.from.slice(way.from.lastIndexOf('@') + 1)}>`,
      date: new Date(item.createdAt * 1_000),
      from: { name: oneLine(project), address: way.from },
      to: { name: oneLine(content.to.name), address: email },
      envelope: { from: way.from, to: email },
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(settings.support !== '' && { replyTo: { name: '', address: settings.support } }),
      ...(settings.logo !== '' && {
        attachments: [
          {
            cid: LOGO_ID,
            filename: 'logo.png',
            contentType: 'image/png',
            content: settings.logo,
            encoding: 'base64',
          },
        ],
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    if (folder !== undefined) return intoFolder(folder, message, item)
    return way.kind === 'smtp' ? overSmtp(way.server, message, signal) : noWay
  }

  const intoFolder = async (
    { write, remove }: MailFolder,
    message: SendMailOptions,
    { id, projectId, receiver, kind, expiresAt }: LeasedItem,
  ): Promise<TryResult> => {
    const accountId = await storage.findOwner(projectId)
    if (accountId === undefined) return { kind: 'refused', answer: NO_PROJECT }
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message: source } = await transport.sendMail(message)
    const until = lifetimeOf(kind) === undefined ? undefined : expiresAt
    const name = await write({ id, accountId, receiver, until }, source as Buffer)
    // An erasure forgets the item first and deletes files next. This file may be written after both.
    const entry = await storage.findOutboxEntry(projectId, 'mail', id)
    if (entry?.receiver !== receiver) await remove(name)
    return { kind: 'delivered', answer: `${WRITTEN_TO}${name}` }
  }

  /** Deletes the files of mails whose lifetime is over. */
  const sweep = async (): Promise<void> => folder?.sweep(clock())
  let timer: NodeJS.Timeout | undefined

  return {
    send,
    sweep,
    /** Deletes the files of all mails to a receiver, for an erasure. */
    forget: async (accountId: string, receiver: string): Promise<void> => folder?.forget(accountId, receiver),
    /** Must be called before the first mail is sent. */
    async begin() {
      const sweepQuietly = (): void => void sweep().catch(() => undefined)
      sweepQuietly()
      await folder?.removeUnfinished().catch(() => undefined)
      timer = setInterval(sweepQuietly, SWEEP_EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}

/** Cleans a name in an address, which nodemailer encodes. */
const oneLine = (name: string): string => harmless(name).replaceAll('\u2060', '')

const transportOptions = ({ host, port, isTls, user, password, ca }: MailServer): SMTPTransportOptions => ({
  host,
  port,
  secure: isTls,
  // SECURITY: TLS may be missing only on this machine.
  requireTLS: !isLocal(host),
  ...(user !== '' && { auth: { user, pass: password } }),
  ...(ca !== undefined && { tls: { ca } }),
  connectionTimeout: SILENCE_MS,
  greetingTimeout: SILENCE_MS,
  socketTimeout: SILENCE_MS,
  dnsTimeout: SILENCE_MS,
})

/** Whether a host is this machine, on which nobody can read what is not encrypted. */
const isLocal = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

async function overSmtp(
  server: MailServer,
  message: SendMailOptions,
  signal: AbortSignal,
): Promise<TryResult> {
  // Imported only here: it takes time, and most services start without a mail.
  const { createTransport } = await import('nodemailer')
  try {
    const { response } = await createTransport(transportOptions(server)).sendMail({ ...message, signal })
    return { kind: 'delivered', answer: response }
  } catch (error) {
    return resultOf(error as SmtpError)
  }
}

interface SmtpError extends Error {
  readonly code?: string
  /** The step at which the error occurred. `API`: nothing was sent. */
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/**
 * The steps at which a server refuses the receiver or the mail. At other steps it refuses the
 * connection.
 */
const OF_THE_MAIL = ['RCPT TO', 'DATA']

/**
 * The result of a failed try. A permanent refusal ends this mail. All other errors may not occur at
 * the next try.
 */
function resultOf({ command = '', response, responseCode = 0, code, message }: SmtpError): TryResult {
  const isForGood = responseCode >= 500 && OF_THE_MAIL.includes(command)
  const isUnsendable = code === 'EENVELOPE' && command === 'API'
  // The message names the failed step.
  const answer = code === 'ETLS' ? message : (response ?? message)
  return { kind: isForGood || isUnsendable ? 'refused' : 'failed', answer }
}
