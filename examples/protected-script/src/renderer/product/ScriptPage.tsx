import { Button, LicensePanel } from '@latchkey/react'
import { useState } from 'react'
import type { TextReport } from '../../ipc/product-calls.ts'

const sentence = ({ sentences, readingSeconds, longestWord }: TextReport): string =>
  `${sentences === 1 ? '1 sentence' : `${sentences} sentences`}, ${readingSeconds} s to read, longest word: ${longestWord || '–'}`

/** A text field and a button that analyses the text in the protected script. */
export function ScriptPage() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')

  async function handleClick(): Promise<void> {
    setStatus('Reading…')
    const result = await window.product.readText(text).catch(() => undefined)
    const failure = (result?.kind === 'failed' && result.message) || 'The script could not be run.'
    setStatus(result?.kind === 'read' ? sentence(result.report) : failure)
  }

  return (
    <main>
      <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <Button onClick={() => void handleClick()}>Read the text</Button>
      <p role="status" data-testid="report">
        {status}
      </p>
      <LicensePanel />
    </main>
  )
}
