import type { MailRecord } from '@latchkey/management'
import { StateBadge } from '../components/StateBadge.tsx'
import { useWords } from '../messages/messages.ts'
import styles from './Mail.module.css'
import { MAIL } from './texts.ts'

const TONES = { sent: 'good', 'given-up': 'problem' } as const

/** What became of a mail, with what the mail server answered. */
export function MailState({ mail }: { readonly mail: MailRecord }) {
  const { state, tries, reason, answer, due_at: due, ended_at: ended } = mail
  const { t, f } = useWords(MAIL)
  const tone = state === 'waiting' ? (tries > 0 ? 'caution' : 'neutral') : TONES[state]
  const isLater = state === 'waiting' && due > Date.now() / 1_000
  const facts = [
    ended > 0 ? f.moment(ended) : '',
    tries > 1 || (tries > 0 && state !== 'sent') ? t.tries(tries, f.number(tries)) : '',
    isLater ? t.nextTry(f.moment(due)) : '',
  ].filter(Boolean)
  return (
    <>
      <StateBadge tone={tone}>{t.states[state]}</StateBadge>
      {reason !== '' && <p>{t.reasons[reason] ?? reason}</p>}
      {facts.length > 0 && <p className="soft">{facts.join(' · ')}</p>}
      {answer !== '' && (
        <p className={styles['answer']}>
          <span className="visually-hidden">{t.answer}: </span>
          {answer}
        </p>
      )}
    </>
  )
}
