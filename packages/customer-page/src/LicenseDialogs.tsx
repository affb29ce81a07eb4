import type { MyComputer, MyLicense, MyPageData } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { type DragEvent, useRef, useState } from 'react'
import { nameOf } from './computers.ts'
import { ActDialog, EmailField, Problem } from './parts.tsx'
import { useSession } from './session.ts'
import { useWords } from './words.ts'

interface DialogProps {
  readonly license: MyLicense
  readonly onClose: () => void
}

export function FreeDialog({ license, computer, onClose }: DialogProps & { readonly computer: MyComputer }) {
  const words = useWords()
  const { t } = words
  const { act } = useSession()
  const body = { license_id: license.id, computer_id: computer.id }
  return (
    <ActDialog
      title={t.free.title(nameOf(computer, words))}
      lead={t.free.lead}
      go={t.free.go}
      act={() => act('freeComputer', body)}
      done={t.free.done}
      onClose={onClose}
    >
      {license.frees_left > 0 && <p className="soft">{t.free.left(license.frees_left - 1)}</p>}
    </ActDialog>
  )
}

export const canReplaceKey = ({ key, replaces_left }: MyLicense, { may }: MyPageData): boolean =>
  may.replace_key && key !== '' && replaces_left > 0

export function ReplaceDialog({ license, onClose }: DialogProps) {
  const { t } = useWords()
  const { act } = useSession()
  return (
    <ActDialog
      title={t.replace.title}
      lead={t.replace.lead}
      go={t.replace.go}
      look="danger"
      act={() => act('replaceMyKey', { license_id: license.id })}
      done={t.replace.done}
      onClose={onClose}
    >
      <p className="soft">{t.replace.left(license.replaces_left)}</p>
    </ActDialog>
  )
}

export function HandOverDialog({ license, onClose }: DialogProps) {
  const { t, language } = useWords()
  const { act } = useSession()
  const [email, setEmail] = useState('')
  const body = { license_id: license.id, email, language }
  return (
    <ActDialog
      title={t.handOver.title}
      lead={t.handOver.lead}
      go={t.handOver.go}
      act={() => act('handOver', body)}
      done={t.handOver.done}
      onClose={onClose}
    >
      <EmailField label={t.handOver.email} autoComplete="off" value={email} onValue={setEmail} />
    </ActDialog>
  )
}

/** As much as the service takes. */
const LONGEST_REQUEST = 20_000

export function FileDialog({ license, onClose }: DialogProps) {
  const { t } = useWords()
  const { act } = useSession()
  const [request, setRequest] = useState('')
  const [isTooLarge, setTooLarge] = useState(false)
  const inputRef = useRef<HTMLInputElement>(null)

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return
    setTooLarge(file.size > LONGEST_REQUEST)
    if (file.size <= LONGEST_REQUEST) setRequest(await file.text())
  }
  async function make() {
    const outcome = await act('makeMyLicenseFile', { license_id: license.id, request })
    if (outcome.kind === 'done') saveFile(outcome.answer.name, outcome.answer.file)
    return outcome
  }
  return (
    <ActDialog
      title={t.file.title}
      lead={t.file.lead}
      go={t.file.go}
      act={make}
      done={t.file.done}
      onClose={onClose}
    >
      <label className="field">
        <span>{t.file.request}</span>
        <textarea
          rows={5}
          required
          spellCheck={false}
          maxLength={LONGEST_REQUEST}
          value={request}
          onChange={({ target }) => setRequest(target.value)}
          onDrop={(event: DragEvent) => {
            const [file] = event.dataTransfer.files
            // A text that is dropped goes into the field by itself.
            if (file !== undefined) event.preventDefault()
            void take(file)
          }}
        />
      </label>
      <input
        ref={inputRef}
        type="file"
        hidden
        onChange={({ target }) => {
          void take(target.files?.[0])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <div className="buttons">
        <Button onClick={() => inputRef.current?.click()}>{t.file.choose}</Button>
      </div>
      <Problem text={isTooLarge ? t.problems.unreadable : undefined} />
    </ActDialog>
  )
}

function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text]))
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
