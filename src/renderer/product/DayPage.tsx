import { Button, useApp, useFeatures } from '@latchkey/react'
import { useId, useState } from 'react'
import { FEATURES } from '../../ipc/features.ts'
import styles from './DayPage.module.css'
import { MESSAGES } from './messages.ts'

const STORAGE_KEY = 'sample-page'

const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0

/**
 * A text editor for one page. It saves every change, so no work is lost when the license ends. A
 * product that saves less often must also save in `window.latchkey.product.onClosing`.
 */
export function DayPage() {
  const {
    messages: { language },
    formats,
  } = useApp()
  const messages = MESSAGES[language]
  const [text, setText] = useState(() => localStorage.getItem(STORAGE_KEY) ?? '')
  const features = useFeatures(FEATURES)
  const id = useId()

  function handleChange(next: string): void {
    setText(next)
    localStorage.setItem(STORAGE_KEY, next)
  }

  return (
    <section className={styles['sheet']} aria-labelledby={id}>
      <header>
        <h1 id={id}>{messages.heading}</h1>
        <p>{formats.day(new Date())}</p>
      </header>
      <textarea
        aria-label={messages.pageLabel}
        placeholder={messages.placeholder}
        value={text}
        onChange={(event) => handleChange(event.target.value)}
      />
      <footer>
        <p>{messages.lead}</p>
        <p>{messages.wordCount(countWords(text))}</p>
        <Button look="quiet" onClick={() => void window.product.saveText(text)}>
          {messages.saveAs}
        </Button>
        {features.has('export') && (
          <Button look="quiet" onClick={() => void window.product.exportPage(text)}>
            {messages.exportAs}
          </Button>
        )}
      </footer>
    </section>
  )
}
