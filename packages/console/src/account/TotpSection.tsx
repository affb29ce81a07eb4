import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { readSessionAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useSession } from '../api/session.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts } from '../messages/messages.ts'
import { CodeField } from '../sign-in/CodeField.tsx'
import { TotpForm } from './TotpForm.tsx'
import { ACCOUNT } from './texts.ts'

/** The authenticator app of the person: whether there is one, set up and removed. */
export function TotpSection() {
  const t = useTexts(ACCOUNT)
  const { person, may_reset: mayReset } = useSession()
  const isByLink = mayReset.includes('totp')
  const [isRemoving, setRemoving] = useState(false)
  const form = useForm({ totp: '' })
  const { totp } = form.values

  return (
    <Section
      title={t.totp.title}
      lead={t.totp.lead}
      focusAfter={person.has_totp}
      actions={
        <StateBadge tone={person.has_totp ? 'good' : 'neutral'}>
          {person.has_totp ? t.totp.on : t.totp.off}
        </StateBadge>
      }
    >
      {person.has_totp ? (
        <div>
          <Button onClick={() => setRemoving(true)}>{t.totp.remove}</Button>
        </div>
      ) : (
        <TotpForm />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t.totp.removeTitle}
          action={t.totp.remove}
          isDangerous
          isBlocked={totp.length < 6 && !(isByLink && totp === '')}
          onConfirm={async () => {
            const outcome = await send('removeTotp', { body: totp === '' ? {} : { totp } })
            if (outcome.kind === 'refused') form.set({ totp: '' })
            return outcome
          }}
          onDone={() => {
            form.set({ totp: '' })
            showToast({ text: t.totp.removed })
            void readSessionAgain()
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{t.totp.removeText}</p>
          <CodeField
            {...form.field('totp')}
            {...(isByLink && { hint: t.totp.lost, required: false, autoFocus: false })}
          />
        </ConfirmDialog>
      )}
    </Section>
  )
}
