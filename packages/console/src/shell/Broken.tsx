import { Button } from '@latchkey/react/design'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { EmptyState } from '../components/EmptyState.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'

/** In the place of a page that threw: a bug, or a file of the page that could not be loaded. */
export function Broken({ error }: ErrorComponentProps) {
  const { broken, actions } = useTexts(SHELL)
  return (
    <main>
      <EmptyState
        title={broken.title}
        action={<Button onClick={() => location.reload()}>{actions.tryAgain}</Button>}
      >
        <p>{broken.text}</p>
        <p>
          <code>{error instanceof Error ? error.message : String(error)}</code>
        </p>
      </EmptyState>
    </main>
  )
}
