import { useState } from 'react'
import { Field, SelectField } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { COOLDOWNS, type Cooldown, hasAmount, readCooldown, secondsOf } from './cooldown.ts'
import styles from './Project.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'
import { type SettingsParts, useSave } from './use-settings.ts'

/** Also in the service, which decides. */
const MOST_DEVICES = 100
const MOST_MOVES_PER_YEAR = 100
const MOST_AMOUNT = 100_000

/** How many computers a key can have, and when they can be changed. */
export function DevicesForm(parts: SettingsParts) {
  const { settings } = parts
  const t = useTexts(PROJECT).devices
  const save = useSave(parts)
  const [most, setMost] = useState(String(settings.max_devices))
  const [moves, setMoves] = useState(String(settings.moves_per_year))
  const [cooldown, setCooldown] = useState(readCooldown(settings.reset_hwid_cooldown))
  const { choice, amount } = cooldown

  const submit = () =>
    save({
      max_devices: Number(most),
      moves_per_year: Number(moves),
      reset_hwid_cooldown: secondsOf(choice, amount),
    })

  return (
    <Section title={t.title} lead={t.lead}>
      <SettingsForm saves="updateProjectSettings" onSubmit={submit}>
        {(errorOf) => (
          <>
            <Field
              label={t.most}
              hint={t.mostHint}
              error={errorOf('max_devices')}
              type="number"
              required
              min={1}
              max={MOST_DEVICES}
              value={most}
              onChange={({ target }) => setMost(target.value)}
            />
            <Field
              label={t.moves}
              hint={t.movesHint}
              error={errorOf('moves_per_year')}
              type="number"
              required
              min={0}
              max={MOST_MOVES_PER_YEAR}
              value={moves}
              onChange={({ target }) => setMoves(target.value)}
            />
            <div className={styles['pair']}>
              <SelectField
                label={t.cooldown}
                hint={t.cooldownHint}
                error={errorOf('reset_hwid_cooldown')}
                value={choice}
                onChange={({ target }) => setCooldown({ choice: target.value as Cooldown, amount })}
              >
                {COOLDOWNS.map((one) => (
                  <option key={one} value={one}>
                    {t.cooldowns[one]}
                  </option>
                ))}
              </SelectField>
              {hasAmount(choice) && (
                <Field
                  label={t.amount}
                  type="number"
                  required
                  min={1}
                  max={MOST_AMOUNT}
                  value={amount}
                  onChange={({ target }) => setCooldown({ choice, amount: target.value })}
                />
              )}
            </div>
          </>
        )}
      </SettingsForm>
    </Section>
  )
}
