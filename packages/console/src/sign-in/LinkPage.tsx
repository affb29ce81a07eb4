import { Button } from '@latchkey/react/design'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Problem } from '../components/Problem.tsx'
import { useForm } from '../components/use-form.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CardPage } from './CardPage.tsx'
import { signInByLink } from './sign-in.ts'

/**
 * A one-time link. A press of the button spends it, so that neither a preview nor a page that was
 * opened by mistake does.
 */
export function LinkPage() {
  const t = useTexts(SHELL)
  const navigate = useNavigate()
  const { token } = useParams({ from: '/link/$token' })
  const { isBusy, outcome, submit } = useForm({})
  const isOver = outcome?.kind === 'refused' && outcome.code === 'LINK_OVER'

  async function open(): Promise<void> {
    const isDone = await submit(() => signInByLink(token))
    // Replaced: a token should not stay in the history, even if it is spent.
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
