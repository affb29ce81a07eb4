import { Button } from '@latchkey/react/design'
import { type DragEvent, useId, useRef, useState } from 'react'
import styles from './DropZone.module.css'

interface DropZoneProps {
  readonly label: string
  /** What was chosen, or what to do. */
  readonly text: string
  /** In its place: why a file cannot be used. */
  readonly problem: string | undefined
  /** While a file is held above it. */
  readonly dropText: string
  readonly chooseText: string
  /** As the attribute `accept` of a file field. */
  readonly accept: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes a file that is dropped or chosen. */
export function DropZone(props: DropZoneProps) {
  const { label, text, problem, dropText, chooseText, accept, onFiles } = props
  const textId = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }

  return (
    <section
      aria-label={label}
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
        className={problem === undefined ? styles['text'] : styles['problem']}
      >
        {isOver ? dropText : (problem ?? text)}
      </p>
      <Button aria-describedby={textId} onClick={() => inputRef.current?.click()}>
        {chooseText}
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // So that the same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </section>
  )
}
