import { useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { Switch } from '../components/Switch.tsx'
import { useTexts } from '../messages/messages.ts'
import { SettingsForm } from '../project/SettingsForm.tsx'
import { MAIL_SETTINGS } from './settings-texts.ts'
import { type MailSettingsParts, useSaveMail } from './use-mail-settings.ts'

/** Whether customers get mails about the ends of their keys. */
export function EndsForm({ projectId, settings }: MailSettingsParts) {
  const t = useTexts(MAIL_SETTINGS).ends
  const { ends_soon, ended } = settings
  const form = useForm({ ends_soon, ended })
  const save = useSaveMail(projectId)
  return (
    <Section title={t.title} lead={t.lead}>
      <SettingsForm
        form={form}
        saves="changeMailSettings"
        onSubmit={() =>
          save(form.values, { ends_soon, ended }, (undone) =>
            form.set({ ends_soon: undone.ends_soon, ended: undone.ended }),
          )
        }
      >
        {(['ends_soon', 'ended'] as const).map((name) => (
          <Switch
            key={name}
            label={t[name]}
            hint={t[`${name}_hint`]}
            checked={form.values[name]}
            onChange={(checked) => form.set({ [name]: checked })}
          />
        ))}
      </SettingsForm>
    </Section>
  )
}
