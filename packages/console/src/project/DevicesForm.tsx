import { NumberField, SelectField } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { COOLDOWNS, hasAmount, readCooldown, secondsOf } from './cooldown.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'
import { type SettingsParts, useSettingsForm } from './use-settings.ts'

/** The service has the same limits, and decides by them. */
const NUMBERS = [
  { name: 'max_devices', text: 'most', min: 1, max: 100 },
  { name: 'moves_per_year', text: 'moves', min: 0, max: 100 },
] as const
const MOST_AMOUNT = 100_000

/** How many computers a key can have, and when they can be changed. */
export function DevicesForm(parts: SettingsParts) {
  const t = useTexts(PROJECT).devices
  const { form, save } = useSettingsForm(parts, (settings) => ({
    ...settings,
    ...readCooldown(settings.reset_hwid_cooldown),
  }))
  const { max_devices, moves_per_year, choice, amount } = form.values

  const submit = () =>
    save({
      max_devices: Number(max_devices),
      moves_per_year: Number(moves_per_year),
      reset_hwid_cooldown: secondsOf(choice, amount),
    })

  return (
    <Section title={t.title} lead={t.lead}>
      <SettingsForm form={form} saves="updateProjectSettings" onSubmit={submit}>
        {NUMBERS.map(({ name, text, ...bounds }) => (
          <NumberField key={name} label={t[text]} hint={t[`${text}Hint`]} {...bounds} {...form.field(name)} />
        ))}
        <div className="pair">
          <SelectField
            {...form.field('choice')}
            label={t.cooldown}
            hint={t.cooldownHint}
            error={form.errorOf('reset_hwid_cooldown')}
            options={COOLDOWNS.map((one) => [one, t.cooldowns[one]])}
          />
          {hasAmount(choice) && (
            <NumberField label={t.amount} min={1} max={MOST_AMOUNT} {...form.field('amount')} />
          )}
        </div>
      </SettingsForm>
    </Section>
  )
}
