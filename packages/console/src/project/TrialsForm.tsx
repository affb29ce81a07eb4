import { useState } from 'react'
import { Field } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { Switch } from '../components/Switch.tsx'
import { useTexts } from '../messages/messages.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'
import { type SettingsParts, useSave } from './use-settings.ts'

/** The numbers of trials, by their texts. The bounds are the service's, which decides. */
const NUMBERS = [
  { name: 'trial_days', text: 'days', min: 0, max: 365 },
  { name: 'trials_per_day', text: 'perDay', min: 1, max: 1_000_000 },
  { name: 'trials_per_address', text: 'perAddress', min: 1, max: 1_000_000 },
  { name: 'trial_kept_days', text: 'kept', min: 0, max: 3_650 },
] as const
type Numbers = Readonly<Record<(typeof NUMBERS)[number]['name'], string>>

/** Whether the app offers trials, and how many. */
export function TrialsForm(parts: SettingsParts) {
  const { settings } = parts
  const t = useTexts(PROJECT).trials
  const save = useSave(parts)
  const [isWeak, setWeak] = useState(settings.trial_weak_devices)
  const [numbers, setNumbers] = useState<Numbers>({
    trial_days: String(settings.trial_days),
    trials_per_day: String(settings.trials_per_day),
    trials_per_address: String(settings.trials_per_address),
    trial_kept_days: String(settings.trial_kept_days),
  })

  const submit = () =>
    save({
      ...Object.fromEntries(NUMBERS.map(({ name }) => [name, Number(numbers[name])])),
      trial_weak_devices: isWeak,
    })

  return (
    <Section title={t.title} lead={t.lead}>
      <SettingsForm saves="updateProjectSettings" onSubmit={submit}>
        {(errorOf) => (
          <>
            {NUMBERS.map(({ name, text, min, max }) => (
              <Field
                key={name}
                label={t[text]}
                hint={t[`${text}Hint`]}
                error={errorOf(name)}
                type="number"
                required
                min={min}
                max={max}
                value={numbers[name]}
                onChange={({ target }) => setNumbers({ ...numbers, [name]: target.value })}
              />
            ))}
            <Switch label={t.weak} hint={t.weakHint} checked={isWeak} onChange={setWeak} />
          </>
        )}
      </SettingsForm>
    </Section>
  )
}
