import type { KeyMailKind, MailRecord } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import { MAIL } from './texts.ts'

const READ_EVERY_MS = 15_000
/** A new mail leaves in a few seconds. */
const READ_SOON_MS = 2_000

/** Whether a mail is about to leave, and not only at a later try. */
const isLeaving = ({ state, due_at: due }: MailRecord): boolean =>
  state === 'waiting' && due <= Date.now() / 1_000

/** How soon mails are read again. */
export const readAfterMs = (mails: readonly MailRecord[] = []): number =>
  mails.some(isLeaving) ? READ_SOON_MS : READ_EVERY_MS

/** The kinds that are about a key, and are sent again. */
export const KEY_KINDS = ['key', 'key-again', 'ends-soon', 'ended'] as const satisfies KeyMailKind[]

/** Mails a key to its customer. */
export function useMailKey(projectId: string) {
  const t = useTexts(MAIL)
  const { isBusy, outcome, submit } = useForm({})

  async function request(id: string, kind: KeyMailKind): Promise<Outcome<unknown>> {
    const ended = await send('mailKey', { params: { project_id: projectId }, body: { id, kind } })
    if (ended.kind === 'done') showToast({ text: t.queued })
    if (ended.kind !== 'refused') void readAgain('listMail')
    return inWords(ended, t.refusals)
  }
  return {
    isBusy,
    outcome,
    mailKey: (id: string, kind: KeyMailKind): void => void submit(() => request(id, kind)),
  }
}
