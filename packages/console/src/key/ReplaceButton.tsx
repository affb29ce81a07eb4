import { Button } from '@latchkey/react/design'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import { endingOf, useInWords, useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'
import { afterRequest } from './use-key.ts'

/** Gives the license another key, and leads to its page: the record has another ID from then on. */
export function ReplaceButton() {
  const { place, found } = useKeyParts()
  const t = useTexts(KEY)
  const inWords = useInWords()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { projectId, keyId } = place

  async function replace(): Promise<Outcome<unknown>> {
    const params = { project_id: projectId }
    const ended = inWords(await send('replaceKey', { params, body: { id: keyId } }))
    afterRequest(place, ended)
    if (ended.kind === 'done') {
      const { id } = ended.answer.key
      showToast({ text: t.replace.done, about: id })
      void navigate({ to: '/projects/$projectId/keys/$keyId', params: { projectId, keyId: id } })
    }
    return ended
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>{t.replace.action}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t.replace.title(endingOf(found.key))}
          action={t.replace.save}
          isDangerous
          onConfirm={replace}
          onClose={() => setAsking(false)}
        >
          <p>{t.replace.text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
