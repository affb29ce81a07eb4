import { Button } from '@latchkey/react/design'
import { type DragEvent, useId, useRef, useState } from 'react'
import styles from './DropZone.module.css'

interface DropZoneProps {
  readonly label: string
  /** The name of the chosen file, or what to do. */
  readonly text: string
  /** Shown instead of `text`: why a file cannot be used. */
  readonly problem: string | undefined
  /** Shown while a file is held above the zone. */
  readonly dropText: string
  readonly chooseText: string
  /** The same value as in the attribute `accept` of a file field. */
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
        // Without this, the browser would open the file.
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
          // Allows choosing the same file again after it was corrected.
          target.value = ''
        }}
      />
    </section>
  )
}
