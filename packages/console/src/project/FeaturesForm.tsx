import { refuse } from '../api/outcome.ts'
import { Section } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { LinesField, linesOf } from './LinesField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'
import { type SettingsParts, useSettingsForm } from './use-settings.ts'

/** The service has the same pattern, and decides by it. */
const FEATURE = /^[a-z0-9-]{1,32}$/

/** What every key of the project opens in the app. */
export function FeaturesForm(parts: SettingsParts) {
  const t = useTexts(PROJECT).features
  const { form, save } = useSettingsForm(parts, ({ features }) => ({ features: features.join('\n') }))
  const submit = async () => {
    const features = linesOf(form.values.features)
    return features.every((name) => FEATURE.test(name)) ? save({ features }) : refuse('features', t.wrong)
  }

  return (
    <Section title={t.title} lead={t.lead}>
      <SettingsForm form={form} saves="updateProjectSettings" onSubmit={submit}>
        <LinesField label={t.label} hint={t.hint} {...form.field('features')} />
      </SettingsForm>
    </Section>
  )
}
