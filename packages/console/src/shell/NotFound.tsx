import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/EmptyState.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'

export function NotFound() {
  const { notFound } = useTexts(SHELL)
  return (
    <main>
      <EmptyState title={notFound.title} action={<Link to="/">{notFound.home}</Link>}>
        <p>{notFound.text}</p>
      </EmptyState>
    </main>
  )
}
