import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Form } from '../components/Form.tsx'
import { TermsFields } from '../keys/TermsFields.tsx'
import { formOfTerms, readTerms, type Terms } from '../keys/terms.ts'
import { TERMS } from '../keys/terms-texts.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Card.module.css'
import { Fact } from './Fact.tsx'
import { useAct, useKeyParts, useKeyTexts } from './key-context.ts'

/** What the key opens, and for which versions of the app. */
export function TermsFact() {
  const { key } = useKeyParts().found
  const { t, f } = useKeyTexts()
  const terms = useTexts(TERMS)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Fact
        name={t.details.features}
        buttons={
          may('changeKey') &&
          key.user_key !== '' && (
            <Button look="quiet" aria-label={`${terms.label}: ${terms.change}`} onClick={() => setOpen(true)}>
              {terms.change}
            </Button>
          )
        }
      >
        {f.list(key.features) || <i className={styles['none']}>{terms.none}</i>}
        {isOpen && <TermsDialog onClose={() => setOpen(false)} />}
      </Fact>
      {key.updates_until > 0 && <Fact name={t.details.updates}>{f.date(key.updates_until)}</Fact>}
      {key.perpetual && <Fact name={t.details.perpetual}>{terms.isPerpetual}</Fact>}
    </>
  )
}

function TermsDialog({ onClose }: { readonly onClose: () => void }) {
  const { place, found } = useKeyParts()
  // The version that the person sees while typing.
  const [seen] = useState(found.key)
  const { f } = useKeyTexts()
  const t = useTexts(TERMS)
  const { cancel } = useTexts(SHELL).actions
  const { act } = useAct()
  const [form, setForm] = useState(() => formOfTerms(seen))
  const settings = useQuery(queryOf('getProjectSettings', { params: { project_id: place.projectId } }))
  const ofProject = f.list(settings.data?.features ?? [])

  async function submit() {
    const terms = readTerms(form)
    if (typeof terms === 'string') return refuse(terms, t.problems[terms])
    const inverse = { action: 'terms', ...termsOf(seen) } as const
    return act({ change: { action: 'terms', ...terms }, done: t.saved, inverse }, seen)
  }

  return (
    <Dialog title={t.title} onClose={onClose}>
      <Form
        action={t.save}
        buttons={<Button onClick={onClose}>{cancel}</Button>}
        onSubmit={submit}
        onDone={onClose}
      >
        {(errorOf) => (
          <TermsFields
            form={form}
            onChange={setForm}
            // Asked for here, so that the form knows which fields show their errors.
            errors={{ features: errorOf('features'), updates_until: errorOf('updates_until') }}
            {...(ofProject !== '' && { ofProject })}
          />
        )}
      </Form>
    </Dialog>
  )
}

const termsOf = ({ features, updates_until, perpetual }: Terms): Terms => ({
  features,
  updates_until,
  perpetual,
})
