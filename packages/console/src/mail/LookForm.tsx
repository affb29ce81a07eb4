import type { MailSettingsFound } from '@latchkey/management'
import { Field, SelectField } from '../components/Field.tsx'
import type { useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { SettingsForm } from '../project/SettingsForm.tsx'
import { MAIL_SETTINGS } from './settings-texts.ts'
import { type MailSettingsParts, useSaveMail } from './use-mail-settings.ts'

export const lookOf = ({ language, color, support, app_link }: MailSettingsFound) => ({
  language,
  color,
  support,
  app_link,
})

interface LookFormProps extends MailSettingsParts {
  /** The preview shows what is typed, so the form belongs to the page. */
  readonly form: ReturnType<typeof useForm<ReturnType<typeof lookOf>>>
}

/** Language, colour, address for answers and link to the app of all mails. */
export function LookForm({ projectId, settings, form }: LookFormProps) {
  const t = useTexts(MAIL_SETTINGS).look
  const { languages } = useTexts(SHELL)
  const save = useSaveMail(projectId)
  const show = (shown: MailSettingsFound): void => form.set(lookOf(shown))

  async function submit() {
    const outcome = await save(form.values, lookOf(settings), show)
    // The service has written the address as it is used.
    if (outcome.kind === 'done') show(outcome.answer)
    return outcome
  }

  return (
    <Section title={t.title} lead={settings.from === '' ? undefined : t.from(settings.from)}>
      <SettingsForm form={form} saves="changeMailSettings" onSubmit={submit}>
        <SelectField
          label={t.language}
          hint={t.languageHint}
          options={(['en', 'de'] as const).map((one) => [one, languages[one]])}
          {...form.field('language')}
        />
        <Field type="color" label={t.color} hint={t.colorHint} {...form.field('color')} />
        {/* Not of the type e-mail: the service says better what is wrong with an address. */}
        <Field
          label={t.support}
          hint={t.supportHint}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('support')}
        />
        <Field
          label={t.appLink}
          hint={t.appLinkHint}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('app_link')}
        />
      </SettingsForm>
    </Section>
  )
}
