import { Button, type ButtonProps } from '@latchkey/react/design'
import { useEffect, useState } from 'react'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'

const RESULT_SHOWN_MS = 2_500

export interface CopyButtonProps extends Pick<ButtonProps, 'look'> {
  /** Default: `Copy`. */
  readonly label?: string
  readonly text: string | (() => string)
  /** The text is not known yet. */
  readonly isWaiting?: boolean
}

/** Copies a text, and says for a moment that it did. */
export function CopyButton({ label, text, isWaiting = false, ...rest }: CopyButtonProps) {
  const { actions } = useTexts(SHELL)
  const [result, setResult] = useState<string>()

  useEffect(() => {
    if (result === undefined) return
    const timer = setTimeout(() => setResult(undefined), RESULT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result])

  function copy(): void {
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setResult(actions.copied),
      () => setResult(actions.copyFailed),
    )
  }

  return (
    <>
      <Button {...rest} aria-disabled={isWaiting} onClick={() => !isWaiting && copy()}>
        {result ?? label ?? actions.copy}
      </Button>
      <span role="status" className="visually-hidden">
        {result}
      </span>
    </>
  )
}
