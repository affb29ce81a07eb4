import { Button } from '@latchkey/react/design'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Problem } from '../components/Problem.tsx'
import { useForm } from '../components/use-form.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CardPage } from './CardPage.tsx'
import { signInByLink } from './sign-in.ts'

/**
 * The page of a one-time link. The link is used only when the button is pressed, so that previews
 * and accidental visits do not use it.
 */
export function LinkPage() {
  const t = useTexts(SHELL)
  const navigate = useNavigate()
  const { token } = useParams({ from: '/link/$token' })
  const { isBusy, outcome, submit } = useForm({})
  const isOver = outcome?.kind === 'refused' && outcome.code === 'LINK_OVER'

  async function open(): Promise<void> {
    const isDone = await submit(() => signInByLink(token))
    // Replaces the entry in the history, because a token should not stay there, even if it is used.
    if (isDone) await navigate({ to: '/', replace: true })
  }

  return (
    <CardPage title={t.link.title} lead={isOver ? undefined : t.link.lead}>
      <Problem of={outcome} />
      {isOver ? (
        <>
          <p>{t.link.over}</p>
          <Link to="/sign-in">{t.link.toSignIn}</Link>
        </>
      ) : (
        <Button look="primary" autoFocus aria-disabled={isBusy} onClick={open}>
          {isBusy ? t.actions.working : t.link.action}
        </Button>
      )}
    </CardPage>
  )
}
