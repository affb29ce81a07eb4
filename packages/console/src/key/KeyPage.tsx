import type { KeyFound } from '@latchkey/management'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { failureOf } from '../api/outcome.ts'
import { useMay } from '../api/session.ts'
import { BackLink } from '../components/BackLink.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { Page, WaitingPage } from '../components/Page.tsx'
import { MailsCard } from '../mail/MailsCard.tsx'
import { useTexts } from '../messages/messages.ts'
import { Actions } from './Actions.tsx'
import { AnswerCard } from './AnswerCard.tsx'
import { ComputersCard } from './ComputersCard.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DeleteButton } from './DeleteButton.tsx'
import { DetailsCard } from './DetailsCard.tsx'
import styles from './KeyPage.module.css'
import { endingOf, KeyProvider } from './key-context.ts'
import { OfflineButton } from './OfflineButton.tsx'
import { ReplaceButton } from './ReplaceButton.tsx'
import { computerBanOf, standingOf, troubleOf } from './standing.ts'
import { Timeline } from './Timeline.tsx'
import { KEY } from './texts.ts'
import { type KeyPlace, useDevices, useEvents, useKey, useKeyChanges } from './use-key.ts'
import { Verdict } from './Verdict.tsx'

/** What a support person needs of one key: whether it works, why not, and what to do about it. */
export function KeyPage() {
  const { projectId = '', keyId = '' } = useParams({ strict: false })
  const place: KeyPlace = { projectId, keyId }
  const t = useTexts(KEY)
  const { data, error } = useKey(place)
  const failure = failureOf(error)

  if (failure?.kind === 'refused' && failure.status === 404) return <UnknownKey place={place} />
  if (data !== undefined) return <OneKey key={keyId} place={place} found={data} />
  return <WaitingPage title={t.loadingTitle} lead={<Back place={place} />} error={error} />
}

function OneKey({ place, found }: { readonly place: KeyPlace; readonly found: KeyFound }) {
  const t = useTexts(KEY)
  const may = useMay()
  const now = useNow()
  const changes = useKeyChanges(place)
  const { key } = found
  const devices = useDevices(place, key).data
  const [isWhole, setWhole] = useState(false)
  const events = useEvents(place, key, isWhole)

  const linked = devices?.devices.length ?? (key.identifier === '' ? 0 : 1)
  const computers = { linked, most: devices?.max_devices ?? 1 }
  const standing = standingOf({ key, computers, deviceBan: found.device_ban }, now)
  const computerBan = computerBanOf(found.device_ban, now)
  const trouble = troubleOf(standing, events.data ?? [], computerBan)
  // If the banned computer is not linked, the ban matters only while the user of a working key is
  // refused.
  const ban =
    standing.kind === 'computer-banned' || trouble?.kind === 'banned-computer' ? computerBan : undefined
  const parts = { place, found, changes, now }

  return (
    <KeyProvider value={parts}>
      <Page
        width="columns"
        title={key.user_key === '' ? t.deletedTitle : t.title(endingOf(key))}
        lead={<Back place={place} />}
        actions={
          <>
            {may('issueLicense') && key.user_key !== '' && <OfflineButton />}
            {may('replaceKey') && ['active', 'unused', 'expired'].includes(key.state) && <ReplaceButton />}
            {may('deleteKey') && key.user_key !== '' && <DeleteButton />}
          </>
        }
      >
        {key.user_key !== '' && (
          <p className={styles['key']}>
            <code>{key.user_key}</code>
            <CopyButton label={t.copyKey} text={key.user_key} />
          </p>
        )}
        <Verdict standing={standing} trouble={trouble} ban={ban}>
          {may('changeKey') && (
            <Actions standing={standing} trouble={trouble} ban={ban} computers={computers} />
          )}
        </Verdict>
        <div className={styles['columns']}>
          <AnswerCard
            ending={endingOf(key)}
            standing={standing}
            trouble={trouble}
            computers={computers}
            isWaiting={events.data === undefined && events.error === null}
            devices={devices}
          />
          <div className={styles['side']}>
            {key.user_key !== '' && <ComputersCard devices={devices} />}
            <DetailsCard />
            <MailsCard projectId={place.projectId} record={key} />
          </div>
          <Timeline
            events={events.data}
            error={events.error}
            isWhole={isWhole}
            onShowWhole={() => setWhole(true)}
          />
        </div>
      </Page>
      <ConflictDialog events={events.data ?? []} />
    </KeyProvider>
  )
}

/** Shown for a key that does not exist. It has an answer to the customer, too. */
function UnknownKey({ place }: { readonly place: KeyPlace }) {
  const t = useTexts(KEY)
  return (
    <Page title={t.loadingTitle} lead={<Back place={place} />}>
      <EmptyState title={t.notFound.title}>{t.notFound.text}</EmptyState>
      <AnswerCard ending="" />
    </Page>
  )
}

const Back = ({ place }: { readonly place: KeyPlace }) => (
  <BackLink to="keys" projectId={place.projectId}>
    {useTexts(KEY).back}
  </BackLink>
)

const TICK_MS = 30_000

/** Unix seconds. Renders again every half minute, so that an end that passes is shown. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1_000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1_000), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
