import { Field } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import type { PolicyForm } from './policies.ts'
import { POLICY } from './texts.ts'

interface PolicyFieldsProps {
  readonly form: PolicyForm
  readonly onChange: (form: PolicyForm) => void
  readonly errorOf: (field: keyof PolicyForm) => string | undefined
}

/** The settings to compare. The plot follows while they are typed. */
export function PolicyFields({ form, onChange, errorOf }: PolicyFieldsProps) {
  const t = useTexts(POLICY)
  const hints = { moves: t.several, devices: t.several, cooldown: t.cooldownHint }
  return (
    <Section title={t.form}>
      <div className="pair">
        {(['moves', 'devices', 'cooldown'] as const).map((name) => (
          <Field
            key={name}
            label={t[name]}
            hint={hints[name]}
            value={form[name]}
            error={errorOf(name)}
            onChange={({ target }) => onChange({ ...form, [name]: target.value })}
          />
        ))}
      </div>
    </Section>
  )
}
