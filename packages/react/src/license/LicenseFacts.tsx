import type { LicensedView } from '@latchkey/client'
import { type ReactNode, useId, useState } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import styles from './LicenseFacts.module.css'
import { useServiceTime } from './use-service-time.ts'

export interface LicenseFactsProps {
  readonly license: LicensedView
  /** The license is lost: there is no time left. */
  readonly isLost: boolean
}

export function LicenseFacts({ license, isLost }: LicenseFactsProps) {
  const { messages, formats } = useApp()
  const now = useServiceTime(license)
  const text = messages.license
  const { note, expiresAt, isPerpetual, updatesUntil } = license
  const timeLeft = (seconds: number): string =>
    seconds <= 0 ? text.ended : text.timeLeft(formats.duration(seconds) ?? text.lessThanAnHour)
  return (
    <dl className={styles['facts']}>
      <Fact term={text.note} isWhole>
        <Note text={note} />
      </Fact>
      <Fact term={text.expires} isWhole>
        {expiresAt === 'never' || isPerpetual ? (
          isPerpetual && updatesUntil !== undefined ? (
            text.neverForThisVersion
          ) : (
            text.never
          )
        ) : (
          <>
            <time dateTime={new Date(expiresAt * 1000).toISOString()}>{formats.moment(expiresAt)}</time>{' '}
            {!isLost && <span className={styles['left']}>{timeLeft(expiresAt - now)}</span>}
          </>
        )}
      </Fact>
      {updatesUntil !== undefined && (
        <Fact term={text.updatesUntil} isWhole>
          {formats.date(updatesUntil)}
        </Fact>
      )}
      {license.offlineUntil !== undefined && (
        <Fact term={text.offlineUntil} isWhole>
          {formats.moment(license.offlineUntil)}
        </Fact>
      )}
      <Fact term={text.executions}>{formats.number(license.executions)}</Fact>
      <Fact term={text.lastChecked}>{formats.moment(license.checkedAt)}</Fact>
      <Fact term={text.storedKey} isWhole>
        {text.storedBy[license.storedBy]}
      </Fact>
    </dl>
  )
}

interface FactProps {
  readonly term: string
  /** Takes the whole width. */
  readonly isWhole?: boolean
  readonly children: ReactNode
}

const Fact = ({ term, isWhole, children }: FactProps) => (
  <div className={isWhole ? styles['whole'] : undefined}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** Four lines of the panel. A longer note would move the buttons out of the window. */
const MAX_NOTE_LENGTH = 130
/** The length of the visible start of a longer note, which leaves one line for the button. */
const NOTE_START_LENGTH = 100

/** The vendor's note. A long one is cut, with a button that shows the rest. */
function Note({ text }: { readonly text: string }) {
  const { messages } = useApp()
  const [isWhole, setIsWhole] = useState(false)
  const id = useId()
  if (text === '') return messages.license.noNote
  if (text.length <= MAX_NOTE_LENGTH) return text
  const start = startOf(text)
  return (
    <>
      <p id={id} className={styles['note']} data-whole={isWhole} tabIndex={isWhole ? 0 : undefined}>
        {start}
        <span hidden={!isWhole}>{text.slice(start.length)}</span>
      </p>
      <Button look="quiet" aria-expanded={isWhole} aria-controls={id} onClick={() => setIsWhole(!isWhole)}>
        {isWhole ? messages.license.shortNote : messages.license.wholeNote}
      </Button>
    </>
  )
}

/**
 * Cuts after a word, or inside of a word that is longer than a line. Never splits a surrogate pair.
 */
function startOf(text: string): string {
  const start = text
    .slice(0, NOTE_START_LENGTH)
    .toWellFormed()
    .replace(/\ufffd$/, '')
  return /^.{60,}(?=\p{P}* )/su.exec(start)?.[0] ?? start
}
