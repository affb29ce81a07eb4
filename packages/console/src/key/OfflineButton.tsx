import { Button } from '@latchkey/react/design'
import { type DragEvent, useEffect, useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { type Answer, send } from '../api/send.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Field, TextAreaField } from '../components/Field.tsx'
import { FormDialog, useForm } from '../components/Form.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import { readDays } from './days.ts'
import { needsForce, useInWords, useKeyParts } from './key-context.ts'
import styles from './OfflineButton.module.css'
import { KEY } from './texts.ts'
import { afterRequest } from './use-key.ts'

/** Makes a license file for a computer without a network. */
export function OfflineButton() {
  const t = useTexts(KEY)
  const [isOpen, setOpen] = useState(false)
  const [issued, setIssued] = useState<Answer<'issueLicense'>>()
  function close(): void {
    setOpen(false)
    setIssued(undefined)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.offline.action}</Button>
      {isOpen && issued === undefined && <RequestDialog onIssued={setIssued} onClose={close} />}
      {issued !== undefined && <LicenseDialog issued={issued} onClose={close} />}
    </>
  )
}

interface RequestDialogProps {
  readonly onIssued: (answer: Answer<'issueLicense'>) => void
  readonly onClose: () => void
}

function RequestDialog({ onIssued, onClose }: RequestDialogProps) {
  const { place } = useKeyParts()
  const t = useTexts(KEY)
  const inWords = useInWords()
  const form = useForm({ request: '', days: '365' })
  /** What the person has agreed to by pressing the button, which names it. */
  const [agreed, setAgreed] = useState<'nothing' | 'move' | 'force'>('nothing')

  async function issue() {
    const days = readDays(form.values.days)
    if (days === undefined) return refuse('days', t.badDays)
    const outcome = await send('issueLicense', {
      params: { project_id: place.projectId },
      body: {
        request: form.values.request,
        days,
        ...(agreed !== 'nothing' && { move: true }),
        ...(agreed === 'force' && { force: true }),
      },
    })
    afterRequest(place, outcome)
    if (outcome.kind === 'done') onIssued(outcome.answer)
    if (needsForce(outcome)) setAgreed('force')
    const worded = inWords(outcome)
    if (worded.kind !== 'refused' || worded.code !== 'KEY_HWID_LOCKED') return worded
    setAgreed('move')
    return { ...worded, message: `${worded.message} ${t.offline.moveText}` }
  }

  async function drop(event: DragEvent): Promise<void> {
    const [file] = event.dataTransfer.files
    if (file === undefined) return
    event.preventDefault()
    setRequest(await file.text())
  }
  /** Sets the request of another computer. What was agreed was for the computer before. */
  function setRequest(request: string): void {
    form.set({ request })
    setAgreed('nothing')
  }

  const actions = { nothing: t.offline.issue, move: t.offline.move, force: t.offline.moveAnyway }
  return (
    <FormDialog
      form={form}
      wide
      title={t.offline.title}
      lead={t.offline.lead}
      action={actions[agreed]}
      onSubmit={issue}
      // The dialog with the license file replaces this dialog.
      onDone={() => {}}
      onClose={onClose}
    >
      <TextAreaField
        {...form.field('request')}
        label={t.offline.request}
        hint={t.offline.requestHint}
        required
        rows={7}
        spellCheck={false}
        onDrop={drop}
        onChange={({ target }) => setRequest(target.value)}
      />
      <Field label={t.offline.days} hint={t.offline.daysHint} inputMode="numeric" {...form.field('days')} />
    </FormDialog>
  )
}

interface LicenseDialogProps {
  readonly issued: Answer<'issueLicense'>
  readonly onClose: () => void
}

function LicenseDialog({ issued, onClose }: LicenseDialogProps) {
  const { found } = useKeyParts()
  const { t, f } = useWords(KEY)
  const [href, setHref] = useState('')

  useEffect(() => {
    const url = URL.createObjectURL(new Blob([`${issued.license}\n`], { type: 'text/plain' }))
    setHref(url)
    return () => URL.revokeObjectURL(url)
  }, [issued])

  return (
    <Dialog
      title={t.offline.title}
      wide
      // A press outside does not close the dialog, because the file is shown once.
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.offline.close}</Button>
          <CopyButton text={issued.license} />
          <a className={styles['download']} href={href} download={`license-${issued.user_key.slice(-4)}.txt`}>
            {t.offline.download}
          </a>
        </>
      }
    >
      <p>{t.offline.done(f.date(issued.expires_at))}</p>
      {issued.user_key !== found.key.user_key && (
        <p role="alert">
          {t.offline.otherKey} <code>{issued.user_key}</code>
        </p>
      )}
      <TextAreaField label={t.offline.license} readOnly rows={6} value={issued.license} />
    </Dialog>
  )
}
