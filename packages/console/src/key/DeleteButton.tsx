import { Button } from '@latchkey/react/design'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readAgain } from '../api/query.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Field } from '../components/Field.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import styles from './DeleteButton.module.css'
import { endingOf, useInWords, useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'

/** Deletes the key, after its last letters were typed: nothing restores it. */
export function DeleteButton() {
  const { place, found, changes } = useKeyParts()
  const t = useTexts(KEY)
  const inWords = useInWords()
  const navigate = useNavigate()
  const [seen, setSeen] = useState<typeof found.key>()
  const [typed, setTyped] = useState('')

  function handleDone(): void {
    showToast({ text: t.remove.done })
    void readAgain('listKeys')
    void navigate({ to: '/projects/$projectId/keys', params: { projectId: place.projectId } })
  }

  const ending = endingOf(found.key)
  return (
    <>
      <Button onClick={() => setSeen(found.key)}>{t.remove.action}</Button>
      {seen !== undefined && (
        <ConfirmDialog
          title={t.remove.title(ending)}
          action={t.remove.save}
          isDangerous
          isBlocked={typed.trim() !== ending}
          onConfirm={async () => inWords(await changes.remove(seen))}
          onDone={handleDone}
          onClose={() => setSeen(undefined)}
        >
          <p>{t.remove.text}</p>
          {(['vendor_note', 'note'] as const).map(
            (of) =>
              seen[of] !== '' && (
                <blockquote key={of} className={styles['quote']}>
                  {seen[of]}
                </blockquote>
              ),
          )}
          {seen.banned === 1 && !seen.ban_only_key && <p>{t.remove.banned}</p>}
          <Field
            label={t.remove.typeLabel(ending)}
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
