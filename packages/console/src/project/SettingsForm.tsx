import type { ReactNode } from 'react'
import type { EndpointId } from '../api/endpoints.ts'
import type { Outcome } from '../api/outcome.ts'
import { useMay } from '../api/session.ts'
import formStyles from '../components/Form.module.css'
import { Form, type FormParts } from '../components/Form.tsx'
import { useTexts } from '../messages/messages.ts'
import { PROJECT } from './texts.ts'

interface SettingsFormProps {
  /**
   * The endpoint that saves the form. A person who may not use it sees the settings, but cannot
   * change them.
   */
  readonly saves: EndpointId
  readonly onSubmit: () => Promise<Outcome<unknown>>
  readonly form: FormParts
  readonly children: ReactNode
}

/** A form of some settings. */
export function SettingsForm({ saves, children, ...form }: SettingsFormProps) {
  const t = useTexts(PROJECT)
  const may = useMay()
  if (may(saves)) {
    return <Form {...form}>{children}</Form>
  }
  return (
    <fieldset disabled className={formStyles['form']}>
      {children}
      <p className="soft">{t.ownersOnly}</p>
    </fieldset>
  )
}
