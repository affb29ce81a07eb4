import { NumberField } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { Switch } from '../components/Switch.tsx'
import { useTexts } from '../messages/messages.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'
import { type SettingsParts, useSettingsForm } from './use-settings.ts'

/** The numbers of trials. The service has the same limits, and decides by them. */
const NUMBERS = [
  { name: 'trial_days', text: 'days', min: 0, max: 365 },
  { name: 'trials_per_day', text: 'perDay', min: 1, max: 1_000_000 },
  { name: 'trials_per_address', text: 'perAddress', min: 1, max: 1_000_000 },
  { name: 'trial_kept_days', text: 'kept', min: 0, max: 3_650 },
] as const

/** Whether the app offers trials, and how many. */
export function TrialsForm(parts: SettingsParts) {
  const t = useTexts(PROJECT).trials
  const { form, save } = useSettingsForm(parts, (settings) => settings)
  const { trial_weak_devices: isWeak } = form.values

  const submit = () =>
    save({
      ...Object.fromEntries(NUMBERS.map(({ name }) => [name, Number(form.values[name])])),
      trial_weak_devices: isWeak,
    })

  return (
    <Section title={t.title} lead={t.lead}>
      <SettingsForm form={form} saves="updateProjectSettings" onSubmit={submit}>
        {NUMBERS.map(({ name, text, ...bounds }) => (
          <NumberField key={name} label={t[text]} hint={t[`${text}Hint`]} {...bounds} {...form.field(name)} />
        ))}
        <Switch
          label={t.weak}
          hint={t.weakHint}
          checked={isWeak}
          onChange={(checked) => form.set({ trial_weak_devices: checked })}
        />
      </SettingsForm>
    </Section>
  )
}
