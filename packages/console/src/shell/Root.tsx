import { Button } from '@latchkey/react/design'
import { type ErrorComponentProps, Link, Outlet } from '@tanstack/react-router'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CardPage } from '../sign-in/CardPage.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'

export const Root = () => (
  <>
    <Outlet />
    <ConnectionNotice />
  </>
)

export function NotFound() {
  const { notFound } = useTexts(SHELL)
  return (
    <CardPage title={notFound.title} lead={notFound.text}>
      <Link to="/">{notFound.home}</Link>
    </CardPage>
  )
}

/** Replaces a page that threw an error: a bug, or a file of the page that could not be loaded. */
export function Broken({ error }: ErrorComponentProps) {
  const { broken, actions } = useTexts(SHELL)
  return (
    <CardPage title={broken.title} lead={broken.text}>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <Button look="primary" onClick={() => location.reload()}>
        {actions.tryAgain}
      </Button>
    </CardPage>
  )
}
