import { Button } from '@latchkey/react/design'
import { useId } from 'react'
import { refuse } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { useMay, useSession } from '../api/session.ts'
import { Field, TextAreaField } from '../components/Field.tsx'
import { useForm } from '../components/Form.tsx'
import { Problem } from '../components/Problem.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useWords } from '../messages/messages.ts'
import { SettingsForm } from '../project/SettingsForm.tsx'
import { type MailText, problemOf, readText, type TextName, valuesOf } from './mail-text.ts'
import { MAIL_SETTINGS } from './settings-texts.ts'
import { type MailSettingsParts, useSaveMail } from './use-mail-settings.ts'

interface TextFormProps extends MailSettingsParts, TextName {
  /** What was typed and not saved. */
  readonly typed: MailText | undefined
  readonly onType: (text: MailText | undefined) => void
}

/** The text of one kind of mail in one language. */
export function TextForm({ projectId, settings, kind, language, typed, onType }: TextFormProps) {
  const { t: texts, f } = useWords(MAIL_SETTINGS)
  const t = texts.texts
  const may = useMay()
  const { person } = useSession()
  const hintId = useId()
  const form = useForm({})
  const test = useForm({})
  const save = useSaveMail(projectId)
  const known = settings.texts.find((one) => one.kind === kind && one.language === language)
  if (known === undefined) return null
  const { subject, paragraphs, is_own: isOwn } = known
  const original = { kind, language, subject: '', paragraphs: [] }
  const before = isOwn ? { kind, language, subject, paragraphs } : original
  const shown = typed ?? { subject, text: paragraphs.join('\n') }
  const type = (change: Partial<MailText>): void => onType({ ...shown, ...change })

  async function put(text: typeof before) {
    const outcome = await save({ texts: [text] }, { texts: [before] })
    if (outcome.kind === 'done') onType(undefined)
    return outcome
  }

  async function submit() {
    const wrong = problemOf(shown, kind)
    if (wrong === undefined) return put({ kind, language, ...readText(shown) })
    return refuse(wrong.field, t.problems[wrong.problem](f.list(valuesOf(kind))))
  }

  async function sendTest() {
    const params = { project_id: projectId }
    const outcome = await send('sendTestMail', { params, body: { kind, language } })
    if (outcome.kind === 'done') showToast({ text: t.sent(person.email) })
    return inWords(outcome, { INVALID_EMAIL: t.noAddress })
  }

  const isSendable = typed === undefined && !test.isBusy
  return (
    <div className="stack">
      <SettingsForm form={form} saves="changeMailSettings" onSubmit={submit}>
        <Field
          label={t.subject}
          maxLength={200}
          value={shown.subject}
          error={form.errorOf('subject')}
          onChange={({ target }) => type({ subject: target.value })}
        />
        <TextAreaField
          label={t.text}
          hint={t.textHint(f.list(valuesOf(kind)))}
          rows={8}
          value={shown.text}
          error={form.errorOf('paragraphs')}
          onChange={({ target }) => type({ text: target.value })}
        />
      </SettingsForm>
      {may('changeMailSettings') && (
        <>
          <div className="buttons">
            {isOwn && (
              <Button aria-disabled={form.isBusy} onClick={() => void form.submit(() => put(original))}>
                {t.original}
              </Button>
            )}
            {typed !== undefined && <Button onClick={() => onType(undefined)}>{t.discard}</Button>}
            <Button
              aria-disabled={!isSendable}
              aria-describedby={hintId}
              onClick={() => void (isSendable && test.submit(sendTest))}
            >
              {t.send}
            </Button>
          </div>
          <p id={hintId} className="soft">
            {typed === undefined ? t.sendHint(person.email) : t.saveFirst}
          </p>
          <Problem of={test.outcome} />
        </>
      )}
    </div>
  )
}
