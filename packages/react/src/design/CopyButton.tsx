import { useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button, type ButtonProps } from './Button.tsx'

/** How long the button says what became of the copy. */
const SAY_FOR_MS = 2500

export interface CopyButtonProps extends Pick<ButtonProps, 'look' | 'ref'> {
  readonly label: string
  readonly copy: () => Promise<void>
}

export function CopyButton({ label, copy, ...rest }: CopyButtonProps) {
  const { messages } = useApp()
  const [said, setSaid] = useState<string>()

  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), SAY_FOR_MS)
    return () => clearTimeout(timer)
  }, [said])

  function handleClick(): void {
    copy().then(
      () => setSaid(messages.actions.copied),
      () => setSaid(messages.actions.copyFailed),
    )
  }

  return (
    <>
      <Button {...rest} onClick={handleClick}>
        {said ?? label}
      </Button>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  )
}
