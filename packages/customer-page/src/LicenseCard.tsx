import type { MyComputer, MyLicense } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { describeUse, isHeld, nameOf } from './computers.ts'
import { canReplaceKey, FileDialog, FreeDialog, HandOverDialog, ReplaceDialog } from './LicenseDialogs.tsx'
import { CopyButton, Problem, useSubmit } from './parts.tsx'
import { useSession } from './session.ts'
import { useWords, type Words } from './words.ts'

type Opened = 'replace' | 'hand-over' | 'file' | MyComputer

/** A license: what it gives, its computers, and what its customer can do with it. */
export function LicenseCard({ license }: { readonly license: MyLicense }) {
  const words = useWords()
  const { t, data } = words
  const [opened, setOpened] = useState<Opened>()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const { key, state, note, computers } = license
  const isWorking = key !== ''

  // The button that opened the dialog may be gone, such as that of a freed computer.
  const wasOpened = useRef(false)
  useEffect(() => {
    const isClosed = wasOpened.current && opened === undefined
    wasOpened.current = opened !== undefined
    if (isClosed && document.activeElement === document.body) headingRef.current?.focus()
  }, [opened])
  const close = () => setOpened(undefined)

  return (
    <article className="card" aria-labelledby={headingId}>
      <div className="title">
        <h2 id={headingId} ref={headingRef} tabIndex={-1}>
          {note === '' ? data.project : note}
        </h2>
        <span className="badge" data-state={state}>
          {t.states[state]}
        </span>
      </div>
      {!isWorking && <StoppedText reason={license.reason} />}
      {isWorking && (
        <div className="stack-tight">
          <code className="key">{key}</code>
          <div className="buttons">
            <CopyButton label={t.license.copy} text={key} />
            {data.app_link !== '' && (
              <a className="link-button" href={`${data.app_link}://activate?key=${encodeURIComponent(key)}`}>
                {t.license.open}
              </a>
            )}
          </div>
        </div>
      )}
      <dl>
        <Fact name={t.license.ends}>{describeEnd(license, words)}</Fact>
        {license.updates_until >= 0 && (
          <Fact name={t.license.updates}>{words.f.date(license.updates_until)}</Fact>
        )}
        {license.features.length > 0 && <Fact name={t.license.features}>{license.features.join(', ')}</Fact>}
      </dl>
      <h3>{t.license.computers(computers.length, license.max_computers)}</h3>
      <Computers license={license} onFree={setOpened} />
      {license.handed_to !== '' && <Offer license={license} />}
      {isWorking && (
        <div className="buttons">
          {canReplaceKey(license, data) && (
            <Button onClick={() => setOpened('replace')}>{t.replace.action}</Button>
          )}
          {data.may.hand_over && license.handed_to === '' && (
            <Button onClick={() => setOpened('hand-over')}>{t.handOver.action}</Button>
          )}
          {data.may.license_file && <Button onClick={() => setOpened('file')}>{t.file.action}</Button>}
        </div>
      )}
      {opened === 'replace' && <ReplaceDialog license={license} onClose={close} />}
      {opened === 'hand-over' && <HandOverDialog license={license} onClose={close} />}
      {opened === 'file' && <FileDialog license={license} onClose={close} />}
      {typeof opened === 'object' && <FreeDialog license={license} computer={opened} onClose={close} />}
    </article>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function StoppedText({ reason }: { readonly reason: string }) {
  const { t, support } = useWords()
  return (
    <div className="note">
      {reason !== '' && <p>{reason}</p>}
      <p>{t.license.stoppedText(support)}</p>
    </div>
  )
}

function describeEnd({ until, days, perpetual, state }: MyLicense, { t, f }: Words): string {
  if (until < 0) return t.license.never
  if (until === 0) return t.license.days(days)
  return state === 'expired' && perpetual ? `${f.date(until)}. ${t.license.perpetual}` : f.date(until)
}

interface ComputersProps {
  readonly license: MyLicense
  readonly onFree: (computer: MyComputer) => void
}

function Computers({ license: { key, computers, free_from }, onFree }: ComputersProps) {
  const words = useWords()
  const { t, f, data, support } = words
  if (computers.length === 0) return <p className="soft">{t.license.noComputers}</p>
  const canFree = key !== '' && data.may.free_computer && free_from >= 0
  const mustWait = canFree && free_from * 1_000 > Date.now()
  return (
    <>
      <ul className="rows">
        {computers.map((computer) => (
          <li key={computer.id}>
            <span>
              {nameOf(computer, words)}
              <span className="soft">{describeUse(computer, words)}</span>
            </span>
            {canFree && !mustWait && !isHeld(computer) && (
              <Button aria-label={t.free.label(nameOf(computer, words))} onClick={() => onFree(computer)}>
                {t.free.action}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mustWait && <p className="soft">{t.license.freeFrom(f.moment(free_from))}</p>}
      {key !== '' && !canFree && <p className="soft">{t.license.freeNot(support)}</p>}
    </>
  )
}

function Offer({ license: { id, handed_to } }: { readonly license: MyLicense }) {
  const { t } = useWords()
  const { act, say } = useSession()
  const { problem, submit } = useSubmit()
  const takeBack = () =>
    submit(
      () => act('takeBackOffer', { license_id: id }),
      () => say(t.license.tookBack),
    )
  return (
    <div className="note">
      <p>{t.license.offered(handed_to)}</p>
      <Problem text={problem} />
      <Button onClick={() => void takeBack()}>{t.license.takeBack}</Button>
    </div>
  )
}
