import { Button } from '@latchkey/react/design'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useFormats, useTexts } from '../messages/messages.ts'
import { SCRIPTS } from '../messages/scripts.ts'
import { formatBytes } from './format-bytes.ts'
import styles from './Scripts.module.css'
import type { ChosenSource } from './use-chosen-source.ts'

interface DropZoneProps {
  readonly chosen: ChosenSource | undefined
  readonly problem: string | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes a file that is dropped or chosen. */
export function DropZone({ chosen, problem, onFiles }: DropZoneProps) {
  const t = useTexts(SCRIPTS).upload
  const formats = useFormats()
  const textId = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }

  const text =
    problem ?? (chosen === undefined ? t.drop : t.chosen(chosen.name, formatBytes(chosen.bytes, formats)))
  return (
    <section
      aria-label={t.title}
      className={styles['drop']}
      data-over={isOver}
      onDragOver={(event) => {
        // Otherwise the browser would open the file.
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p
        id={textId}
        role={problem === undefined ? 'status' : 'alert'}
        className={problem === undefined ? styles['chosen'] : styles['problem']}
      >
        {isOver ? t.dropNow : text}
      </p>
      <Button aria-describedby={textId} onClick={() => inputRef.current?.click()}>
        {t.choose}
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept=".js,.cjs,.mjs,.txt,text/javascript"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // So that the same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </section>
  )
}
