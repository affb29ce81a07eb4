import type { OfflineFileProblem, OfflineRequestView } from '@latchkey/client'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { CopyButton } from '../design/CopyButton.tsx'
import { Dialog } from '../design/Dialog.tsx'
import { QrCode } from '../design/QrCode.tsx'
import styles from './OfflineDialog.module.css'

/** The main process takes no longer text. */
const MAX_FILE_LENGTH = 65_536

export interface OfflineDialogProps {
  /** The text of the key field. Empty: the key that is stored or was tried last. */
  readonly keyText: string
  readonly onClose: () => void
}

/** Shows the request for a license file, and takes the file. */
export function OfflineDialog({ keyText, onClose }: OfflineDialogProps) {
  const { bridge, messages } = useApp()
  const [request, setRequest] = useState<OfflineRequestView>()
  const [problem, setProblem] = useState<OfflineFileProblem>()
  const [file, setFile] = useState('')
  const problemRef = useRef<HTMLParagraphElement>(null)
  const text = messages.offline

  useEffect(() => {
    void bridge.license.requestFile(keyText).then(setRequest)
  }, [bridge, keyText])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem may be below the visible part
  useEffect(() => problemRef.current?.scrollIntoView({ block: 'nearest' }), [problem])

  function handleText(next: string): void {
    setFile(next)
    setProblem(undefined)
  }

  async function handleUse(content: string): Promise<void> {
    setFile(content.slice(0, MAX_FILE_LENGTH))
    const result =
      content.length > MAX_FILE_LENGTH
        ? ({ kind: 'not-a-license' } as const)
        : await bridge.license.openFile(content, keyText)
    if (result.kind === 'accepted') onClose()
    else setProblem(result.kind)
  }

  return (
    <Dialog
      title={text.heading}
      onClose={onClose}
      actions={<Button onClick={onClose}>{messages.actions.close}</Button>}
    >
      {request !== undefined && request.kind !== 'request' && (
        <p role="alert" data-code={request.kind}>
          {text.problems[request.kind].text}
        </p>
      )}
      {request?.kind === 'request' && (
        <ol className={styles['steps']}>
          <li className={styles['step']}>
            <h3>{text.requestHeading}</h3>
            <p className={styles['soft']}>{text.requestText}</p>
            <RequestText text={request.text} />
          </li>
          <li className={styles['step']}>
            <h3>{text.fileHeading}</h3>
            <FileField text={file} onText={handleText} onUse={(content) => void handleUse(content)} />
            {problem !== undefined && (
              <p ref={problemRef} className={styles['problem']} role="alert" data-code={problem}>
                <strong>{text.problems[problem].title}</strong>
                {text.problems[problem].text}
              </p>
            )}
          </li>
        </ol>
      )}
    </Dialog>
  )
}

function RequestText({ text }: { readonly text: string }) {
  const { bridge, messages } = useApp()
  return (
    <>
      <div className={styles['request']}>
        <QrCode text={text} label={messages.offline.code} />
        <textarea
          className={styles['text']}
          aria-label={messages.offline.request}
          readOnly={true}
          rows={13}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div className={styles['buttons']}>
        <CopyButton label={messages.offline.copy} copy={bridge.license.copyRequest} />
        <Button onClick={() => void bridge.license.saveRequest()}>{messages.offline.save}</Button>
      </div>
    </>
  )
}

interface FileFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onUse: (content: string) => void
}

/** Takes a license file that is pasted, dropped or opened. */
function FileField({ text, onText, onUse }: FileFieldProps) {
  const { messages } = useApp()
  const inputRef = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const use = (file: File | undefined): void => {
    void file?.text().then(onUse)
  }

  function handleDrop(event: DragEvent): void {
    const [file] = event.dataTransfer.files
    if (file === undefined) return
    // The window must not open the file in place of the page.
    event.preventDefault()
    use(file)
  }

  return (
    <>
      <p id={hintId} className={styles['soft']}>
        {messages.offline.fileText}
      </p>
      <textarea
        className={styles['text']}
        aria-label={messages.offline.file}
        aria-describedby={hintId}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={handleDrop}
      />
      <div className={styles['buttons']}>
        <Button look="primary" aria-disabled={text.trim() === ''} onClick={() => text.trim() && onUse(text)}>
          {messages.offline.use}
        </Button>
        <Button onClick={() => inputRef.current?.click()}>{messages.offline.open}</Button>
        <input
          ref={inputRef}
          type="file"
          hidden={true}
          onChange={(event) => {
            use(event.currentTarget.files?.[0])
            // Allows opening the same file again.
            event.currentTarget.value = ''
          }}
        />
      </div>
    </>
  )
}
