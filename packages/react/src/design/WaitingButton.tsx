import { useEffect, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button, type ButtonProps } from './Button.tsx'

export interface WaitingButtonProps extends ButtonProps {
  readonly label: string
  /** How long it does nothing. Give it a new `key` to wait again. */
  readonly waitSeconds: number
}

/** A button that counts down and does nothing until the wait is over. */
export function WaitingButton({ label, waitSeconds, onClick, ...rest }: WaitingButtonProps) {
  const { messages } = useApp()
  const secondsLeft = useCountdown(waitSeconds)
  const isWaiting = secondsLeft > 0
  return (
    <Button
      {...rest}
      aria-disabled={isWaiting}
      onClick={(event) => {
        // Prevents the submission of a form, too.
        if (isWaiting) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isWaiting ? messages.actions.inSeconds(label, secondsLeft) : label}
    </Button>
  )
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(Math.ceil(seconds))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    // Compares with the end instead of counting ticks, because background windows throttle timers.
    const end = performance.now() + seconds * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [isRunning, seconds])
  return left
}
