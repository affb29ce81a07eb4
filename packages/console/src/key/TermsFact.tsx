import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { FormDialog, useForm } from '../components/Form.tsx'
import { TermsFields } from '../keys/TermsFields.tsx'
import { formOfTerms, readTerms, type Terms } from '../keys/terms.ts'
import { TERMS } from '../keys/terms-texts.ts'
import { useFormats, useTexts, useWords } from '../messages/messages.ts'
import styles from './Card.module.css'
import { ChangeButton, Fact } from './Fact.tsx'
import { useAct, useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'

/** What the key opens, and for which versions of the app. */
export function TermsFact() {
  const { key } = useKeyParts().found
  const { t, f } = useWords(KEY)
  const terms = useTexts(TERMS)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Fact
        name={t.details.features}
        buttons={
          <ChangeButton of={terms.label} onClick={() => setOpen(true)}>
            {terms.change}
          </ChangeButton>
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
  const f = useFormats()
  const t = useTexts(TERMS)
  const { act } = useAct()
  const form = useForm(() => formOfTerms(seen))
  const settings = useQuery(queryOf('getProjectSettings', { params: { project_id: place.projectId } }))

  async function submit() {
    const terms = readTerms(form.values)
    if (typeof terms === 'string') return refuse(terms, t.problems[terms])
    const inverse = { action: 'terms', ...termsOf(seen) } as const
    return act({ change: { action: 'terms', ...terms }, done: t.saved, inverse }, seen)
  }

  return (
    <FormDialog form={form} title={t.title} onSubmit={submit} onClose={onClose}>
      <TermsFields form={form} ofProject={f.list(settings.data?.features ?? [])} />
    </FormDialog>
  )
}

const termsOf = ({ features, updates_until, perpetual }: Terms): Terms => ({
  features,
  updates_until,
  perpetual,
})
