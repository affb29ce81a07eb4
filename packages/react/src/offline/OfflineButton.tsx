import { useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button, type ButtonProps } from '../design/Button.tsx'
import { OfflineDialog } from './OfflineDialog.tsx'

export interface OfflineButtonProps extends Pick<ButtonProps, 'look'> {
  /** The text of the key field: see `OfflineDialog`. */
  readonly keyText?: string
  readonly label?: string
}

/** Opens the dialog for a license without a network, in apps that can verify one. */
export function OfflineButton({ keyText = '', label, look = 'quiet' }: OfflineButtonProps) {
  const { info, messages } = useApp()
  const [isOpen, setIsOpen] = useState(false)
  if (!info.takesFiles) return null
  return (
    <>
      <Button look={look} onClick={() => setIsOpen(true)}>
        {label ?? messages.offline.button}
      </Button>
      {isOpen && <OfflineDialog keyText={keyText} onClose={() => setIsOpen(false)} />}
    </>
  )
}
