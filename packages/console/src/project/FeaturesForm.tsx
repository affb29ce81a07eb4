import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { TextAreaField } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { linesOf } from './lines-of.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'
import { type SettingsParts, useSave } from './use-settings.ts'

/** Also in the service, which decides. */
const FEATURE = /^[a-z0-9-]{1,32}$/

/** What every key of the project opens in the app. */
export function FeaturesForm(parts: SettingsParts) {
  const t = useTexts(PROJECT).features
  const save = useSave(parts)
  const [text, setText] = useState(parts.settings.features.join('\n'))
  const submit = async () => {
    const features = linesOf(text)
    return features.every((name) => FEATURE.test(name)) ? save({ features }) : refuse('features', t.wrong)
  }

  return (
    <Section title={t.title} lead={t.lead}>
      <SettingsForm saves="updateProjectSettings" onSubmit={submit}>
        {(errorOf) => (
          <TextAreaField
            label={t.label}
            hint={t.hint}
            error={errorOf('features')}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </SettingsForm>
    </Section>
  )
}
