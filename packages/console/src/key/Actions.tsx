import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { type Outcome, refuse } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Problem } from '../components/Problem.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import { BanDialog } from './BanDialog.tsx'
import { EndDialog } from './EndDialog.tsx'
import { endOf, needsForce, useAct, useKeyParts } from './key-context.ts'
import { type Computers, NEVER, type Standing, standingOf, type Trouble } from './standing.ts'
import { KEY } from './texts.ts'
import { afterRequest } from './use-key.ts'

/** The extensions that are sold most. Others are in a dialog. */
const PRESET_DAYS = [30, 365]

interface ActionsProps {
  readonly standing: Standing
  readonly trouble: Trouble | undefined
  readonly computers: Computers
}

/** One press for what mails ask for most. What has no dialog can be taken back. */
export function Actions({ standing, trouble, computers }: ActionsProps) {
  const { found, now } = useKeyParts()
  const { key } = found
  const { t, f } = useWords(KEY)
  const [open, setOpen] = useState<'ban' | 'end'>()
  const { act, isBusy, outcome } = useAct()
  const isBanned = standing.kind === 'banned'
  const hasKey = key.user_key !== ''

  const extend = (days: number) =>
    !isBusy &&
    act({
      change: { action: 'extend', days },
      done: (after) => t.extend.done(t.standing(standingOf({ ...after, computers }, now), f)),
      inverse: endOf(key),
    })

  const lift = () =>
    !isBusy &&
    act({
      change: { action: 'unban' },
      done: t.ban.lifted,
      inverse: hasKey ? { action: 'ban', ban_reason: key.ban_reason, ban_expire: key.ban_expire } : undefined,
    })

  return (
    <>
      <div className="buttons">
        {isBanned && (
          <Button look="primary" aria-disabled={isBusy} onClick={lift}>
            {t.ban.lift}
          </Button>
        )}
        {hasKey && (
          <>
            {key.auth_expire !== NEVER &&
              PRESET_DAYS.map((days) => (
                <Button
                  key={days}
                  look={standing.kind === 'expired' ? 'primary' : 'plain'}
                  aria-disabled={isBusy}
                  aria-label={`${t.extend.heading}: ${t.extend.by(days, f)}`}
                  onClick={() => extend(days)}
                >
                  {t.extend.by(days, f)}
                </Button>
              ))}
            <Button onClick={() => setOpen('end')}>{t.extend.other}</Button>
            {!isBanned && computers.linked > 0 && <ResetButton computers={computers} trouble={trouble} />}
            {!isBanned && <Button onClick={() => setOpen('ban')}>{t.ban.action}</Button>}
          </>
        )}
      </div>
      <Problem of={outcome} />
      {open === 'ban' && <BanDialog onClose={() => setOpen(undefined)} />}
      {open === 'end' && <EndDialog computers={computers} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** A single computer can be linked again; several cannot, so that is asked first. */
function ResetButton({ computers, trouble }: Omit<ActionsProps, 'standing'>) {
  const { place, found } = useKeyParts()
  const t = useTexts(KEY)
  const { act, isBusy, outcome, clear } = useAct()
  const [isAsking, setAsking] = useState(false)
  const isForcing = needsForce(outcome)
  const params = { project_id: place.projectId }
  const { user_key, identifier } = found.key

  async function linkAgain({ version }: { readonly version: string }): Promise<Outcome<unknown>> {
    const present = await send('getKey', { params, query: { id: place.keyId } })
    if (present.kind !== 'done') return present
    if (present.answer.key.version !== version) return refuse(undefined, t.cannotUndo)
    const ended = await send('updateUser', { params, body: { user_key, identifier } })
    afterRequest(place, ended)
    return ended
  }

  const reset = (force: boolean) =>
    act({
      change: { action: 'reset', ...(force && { force }) },
      done: t.reset.done,
      inverse: computers.linked === 1 ? linkAgain : undefined,
    })

  if (isAsking || isForcing) {
    const close = () => {
      setAsking(false)
      clear()
    }
    return (
      <ConfirmDialog
        title={t.reset.title(computers.linked)}
        action={isForcing ? t.reset.anyway : computers.linked === 1 ? t.reset.action : t.reset.actionAll}
        isDangerous
        onConfirm={() => reset(isForcing)}
        onClose={close}
      >
        {isForcing ? <Problem of={outcome} /> : <p>{t.reset.text}</p>}
      </ConfirmDialog>
    )
  }
  return (
    <>
      <Button
        look={trouble?.kind === 'other-computer' ? 'primary' : 'plain'}
        aria-disabled={isBusy}
        onClick={() => (computers.linked > 1 ? setAsking(true) : !isBusy && reset(false))}
      >
        {computers.linked === 1 ? t.reset.action : t.reset.actionAll}
      </Button>
      <Problem of={outcome} />
    </>
  )
}
