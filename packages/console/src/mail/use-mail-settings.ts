import type { ChangeMailSettingsBody, MailSettingsFound } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import { queryOf, readAgain } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { showToast } from '../components/Toasts.tsx'
import { describeProblem } from '../messages/describe-problem.ts'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { MAIL_SETTINGS } from './settings-texts.ts'

export interface MailSettingsParts {
  readonly projectId: string
  readonly settings: MailSettingsFound
}

export const mailSettingsOf = (projectId: string) =>
  queryOf('getMailSettings', { params: { project_id: projectId } })

/** Saves settings of mail, says so, and offers to undo it. */
export function useSaveMail(projectId: string) {
  const t = useTexts(MAIL_SETTINGS)
  const shell = useTexts(SHELL)

  async function change(body: ChangeMailSettingsBody): Promise<Outcome<MailSettingsFound>> {
    const outcome = await send('changeMailSettings', { params: { project_id: projectId }, body })
    if (outcome.kind === 'done') {
      queryClient.setQueryData(mailSettingsOf(projectId).queryKey, outcome.answer)
      void readAgain('previewMail')
    }
    return inWords(outcome, t.refusals, { INVALID_EMAIL: 'support', INVALID_APP_LINK: 'app_link' })
  }

  /** @param before the settings that Undo saves. `onUndone` gets those that hold then. */
  return async (
    body: ChangeMailSettingsBody,
    before: ChangeMailSettingsBody,
    onUndone: (settings: MailSettingsFound) => void = () => {},
  ): Promise<Outcome<MailSettingsFound>> => {
    const outcome = await change(body)
    async function undo(): Promise<void> {
      const undone = await change(before)
      if (undone.kind === 'done') onUndone(undone.answer)
      showToast({ text: undone.kind === 'done' ? t.undone : describeProblem(undone, shell) })
    }
    if (outcome.kind === 'done') {
      showToast({ text: t.saved, undo: { label: shell.actions.undo, run: () => void undo() } })
    }
    return outcome
  }
}
