import type { Mine, MyLicense } from '@latchkey/management'
import { Button, Dialog } from '@latchkey/react/design'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AccountCard } from './AccountCard.tsx'
import { type Outcome, type Send, send } from './api.ts'
import { LicenseCard } from './LicenseCard.tsx'
import { canReplaceKey, ReplaceDialog } from './LicenseDialogs.tsx'
import { OrdersCard } from './OrdersCard.tsx'
import { Field } from './parts.tsx'
import { RequestCard } from './RequestCard.tsx'
import { MailForm } from './SignIn.tsx'
import { SessionContext } from './session.ts'
import { useWords } from './words.ts'

const SAID_SHOWN_MS = 8_000
/** Above this number there is a field to search. */
const FEW = 5
/** As many as `getMine` returns. */
const MOST = 200

interface HomeProps {
  readonly mine: Mine
  readonly onMine: (mine: Mine) => void
  /** The request of the link with which the page was opened; empty: none. */
  readonly requestId: string
  readonly onSignedOut: () => void
}

/** An act that waits for a proof by mail. */
interface Waiting {
  readonly isEnded: boolean
  readonly tryAgain: () => Promise<Outcome<unknown>>
  readonly giveUp: () => void
}

export function Home({ mine, onMine, requestId, onSignedOut }: HomeProps) {
  const { t, support } = useWords()
  const [waiting, setWaiting] = useState<Waiting>()
  const [said, setSaid] = useState('')
  const [search, setSearch] = useState('')
  /** The license whose key somebody else has used. */
  const [stolenId, setStolen] = useState<string>()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const { licenses, orders, requests } = mine

  // What had the focus may be gone, such as a request that was answered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown
  useEffect(() => {
    if (document.activeElement === document.body) headingRef.current?.focus()
  }, [mine])
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), SAID_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])

  async function refresh(): Promise<void> {
    const outcome = await send('getMine')
    if (outcome.kind === 'done') onMine(outcome.answer)
  }

  const act: Send = async (id, ...body) => {
    const outcome = await send(id, ...body)
    if (!needsProof(outcome)) {
      // Also after a refusal, which often means that what is shown is old.
      await refresh()
      return outcome
    }
    const proven = await new Promise<typeof outcome>((resolve) => {
      setWaiting({
        isEnded: outcome.kind === 'refused' && outcome.status === 401,
        tryAgain: async () => {
          const again = await send(id, ...body)
          if (!needsProof(again)) resolve(again)
          return needsProof(again) ? again : { kind: 'done', answer: undefined }
        },
        giveUp: () => resolve({ kind: 'cancelled' }),
      })
    })
    setWaiting(undefined)
    if (proven.kind === 'cancelled' && outcome.kind === 'refused' && outcome.status === 401) onSignedOut()
    else await refresh()
    return proven
  }

  const stolen = licenses.find(({ id }) => id === stolenId)
  const sought = search.trim().toLowerCase()
  const shown = licenses.filter((license) => sought === '' || textOf(license).includes(sought))
  return (
    <SessionContext value={{ mine, act, say: setSaid }}>
      <h1 ref={headingRef} tabIndex={-1}>
        {t.title}
      </h1>
      {requestId !== '' && !requests.some(({ id }) => id === requestId) && (
        <p className="note">{t.request.over}</p>
      )}
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} onDenied={() => setStolen(request.license_id)} />
      ))}
      {stolen && <Stolen license={stolen} onClose={() => setStolen(undefined)} />}
      {licenses.length === 0 && <Empty title={t.license.none}>{t.license.noneText(support)}</Empty>}
      {licenses.length > FEW && (
        <Field type="search" label={t.license.search} value={search} onValue={setSearch} />
      )}
      {licenses.length > 0 && shown.length === 0 && <p role="status">{t.license.noMatch}</p>}
      <div className="cards">
        {shown.map((license) => (
          <LicenseCard key={license.id} license={license} />
        ))}
      </div>
      {licenses.length >= MOST && <p className="soft">{t.license.newest(MOST)}</p>}
      {orders.length > 0 && <OrdersCard />}
      <AccountCard onSignedOut={onSignedOut} />
      <p role="status" className="said">
        {said}
      </p>
      {waiting !== undefined && (
        <Dialog
          title={waiting.isEnded ? t.proof.endedTitle : t.proof.title}
          onClose={waiting.giveUp}
          actions={<Button onClick={waiting.giveUp}>{t.cancel}</Button>}
        >
          <div className="stack">
            <p>{waiting.isEnded ? t.proof.ended(mine.email) : t.proof.lead(mine.email)}</p>
            <MailForm email={mine.email} onProven={waiting.tryAgain} />
          </div>
        </Dialog>
      )}
    </SessionContext>
  )
}

const needsProof = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' && (outcome.status === 401 || outcome.code === 'PROOF_NEEDED')

const textOf = ({ key, note, features, computers }: Mine['licenses'][number]): string =>
  [key, note, ...features, ...computers.map(({ name }) => name)].join('\n').toLowerCase()

function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  )
}

/** What can be done about a key that somebody else has used. */
function Stolen({ license, onClose }: { readonly license: MyLicense; readonly onClose: () => void }) {
  const { t, data, support } = useWords()
  if (canReplaceKey(license, data)) return <ReplaceDialog license={license} onClose={onClose} />
  return <p className="note">{t.request.deniedOnly(support)}</p>
}
