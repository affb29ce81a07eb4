import type { KeyRecord } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { type Outcome, refuse } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Problem } from '../components/Problem.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import { BanDialog } from './BanDialog.tsx'
import { EndDialog } from './EndDialog.tsx'
import { endOf, needsForce, useAct, useInWords, useKeyParts } from './key-context.ts'
import {
  type ComputerBan,
  type Computers,
  NEVER,
  type Standing,
  standingOf,
  type Trouble,
} from './standing.ts'
import { KEY } from './texts.ts'
import { afterRequest, type Change } from './use-key.ts'

/** The extensions that are sold most. Others are in a dialog. */
const PRESET_DAYS = [30, 365]

interface ActionsProps {
  readonly standing: Standing
  readonly trouble: Trouble | undefined
  /** The ban of a computer on which the key was refused. */
  readonly ban: ComputerBan | undefined
  readonly computers: Computers
}

/**
 * Has a button for each thing that customers ask for most. An action without a dialog can be
 * undone.
 */
export function Actions({ standing, trouble, ban, computers }: ActionsProps) {
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
      inverse: hasKey ? banAgain(key) : undefined,
    })

  const liftComputers = () =>
    !isBusy &&
    act({
      change: { action: 'unban', unban_only_devices: true },
      done: t.ban.liftedComputers,
      inverse: banAgain(key),
    })

  return (
    <>
      <div className="buttons">
        {isBanned && (
          <Button look="primary" aria-disabled={isBusy} onClick={lift}>
            {t.ban.lift}
          </Button>
        )}
        {isBanned && hasKey && standing.withComputers && computers.linked > 0 && (
          <Button aria-disabled={isBusy} onClick={liftComputers}>
            {t.ban.liftComputers}
          </Button>
        )}
        {ban !== undefined && <LiftComputerBan of={ban} />}
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

/** Bans a key as it is banned now. */
const banAgain = ({ ban_reason, ban_expire, ban_only_key }: KeyRecord): Change => ({
  action: 'ban',
  ban_reason,
  ban_expire,
  ban_only_key,
})

/** Lifts the ban of a computer that was banned with another key. The other key stays banned. */
function LiftComputerBan({ of }: { readonly of: ComputerBan }) {
  const { place } = useKeyParts()
  const t = useTexts(KEY)
  const inWords = useInWords()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<unknown>>()

  async function lift(): Promise<void> {
    setBusy(true)
    const body = { id: of.id, action: 'unban', unban_only_devices: true } as const
    const ended = inWords(await send('changeKey', { params: { project_id: place.projectId }, body }))
    setBusy(false)
    setOutcome(ended)
    afterRequest(place, ended)
    if (ended.kind === 'done') showToast({ text: t.ban.liftedComputers, about: place.keyId })
  }

  return (
    <>
      <Button look="primary" aria-disabled={isBusy} onClick={() => void (!isBusy && lift())}>
        {t.ban.liftComputers}
      </Button>
      <Problem of={outcome} />
    </>
  )
}

/** Resets the key. The reset of one computer can be undone. Before that of several, it asks. */
function ResetButton({ computers, trouble }: Pick<ActionsProps, 'computers' | 'trouble'>) {
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
