import { Link } from '@tanstack/react-router'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CardPage } from '../sign-in/CardPage.tsx'

export function NotFound() {
  const { notFound } = useTexts(SHELL)
  return (
    <CardPage title={notFound.title} lead={notFound.text}>
      <Link to="/">{notFound.home}</Link>
    </CardPage>
  )
}
