import { useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button, type ButtonProps } from './Button.tsx'

const RESULT_SHOWN_MS = 2500

export interface CopyButtonProps extends Pick<ButtonProps, 'look'> {
  readonly label: string
  readonly copy: () => Promise<void>
}

export function CopyButton({ label, copy, ...rest }: CopyButtonProps) {
  const { messages } = useApp()
  const [result, setResult] = useState<string>()

  useEffect(() => {
    if (result === undefined) return
    const timer = setTimeout(() => setResult(undefined), RESULT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result])

  function handleClick(): void {
    copy().then(
      () => setResult(messages.actions.copied),
      () => setResult(messages.actions.copyFailed),
    )
  }

  return (
    <>
      <Button {...rest} onClick={handleClick}>
        {result ?? label}
      </Button>
      <span role="status" className="visually-hidden">
        {result}
      </span>
    </>
  )
}

export function CopyReportButton(props: Pick<ButtonProps, 'look'>) {
  const { bridge, messages } = useApp()
  return <CopyButton {...props} label={messages.actions.copyReport} copy={bridge.device.copyReport} />
}
