import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import { Fact } from './Fact.tsx'
import { useInWords, useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'
import { afterRequest } from './use-key.ts'

/** The key is a trial, which the vendor may turn into a key like those that are sold. */
export function TrialFact() {
  const { place, found } = useKeyParts()
  const { user_key } = found.key
  const t = useTexts(KEY)
  const may = useMay()
  const inWords = useInWords()
  const [isAsking, setAsking] = useState(false)

  async function keep() {
    const body = { user_key, trial: false } as const
    const outcome = await send('updateUser', { params: { project_id: place.projectId }, body })
    afterRequest(place, outcome)
    return inWords(outcome)
  }

  const button = (
    <Button look="quiet" onClick={() => setAsking(true)}>
      {t.trial.keep}
    </Button>
  )
  return (
    <Fact name={t.trial.label} buttons={may('updateUser') && button}>
      {t.details.yes}
      {isAsking && (
        <ConfirmDialog
          title={t.trial.keepTitle}
          action={t.trial.keep}
          onConfirm={keep}
          onDone={() => showToast({ text: t.trial.kept, about: place.keyId })}
          onClose={() => setAsking(false)}
        >
          <p>
            {t.trial.text} {t.trial.keepText}
          </p>
        </ConfirmDialog>
      )}
    </Fact>
  )
}
