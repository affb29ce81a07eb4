import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StateBadge, type Tone } from '../components/StateBadge.tsx'
import { useFocusAfter } from '../components/use-focus-after.ts'
import { useWords } from '../messages/messages.ts'
import { useKeyParts } from './key-context.ts'
import type { ComputerBan, Standing, Trouble } from './standing.ts'
import { KEY } from './texts.ts'
import styles from './Verdict.module.css'

const TONES: Readonly<Record<Standing['kind'], Tone>> = {
  works: 'good',
  free: 'good',
  unused: 'neutral',
  expired: 'caution',
  banned: 'problem',
  stopped: 'problem',
  'computer-banned': 'problem',
}

/** The number of characters above which a sentence is long. A ban may have a long reason. */
const LONG_SENTENCE = 120

interface VerdictProps {
  readonly standing: Standing
  readonly trouble: Trouble | undefined
  /** The ban of a computer on which the key was refused. */
  readonly ban: ComputerBan | undefined
  /** The buttons for what can be done. */
  readonly children: ReactNode
}

/** Whether the key works, in a sentence, with what its user sees and what can be done. */
export function Verdict({ standing, trouble, ban, children }: VerdictProps) {
  const { place } = useKeyParts()
  const { t, f } = useWords(KEY)
  const tone = TONES[standing.kind]
  const sentence = t.standing(standing, f)
  const sentenceRef = useFocusAfter<HTMLParagraphElement>(standing.kind)

  return (
    <section
      className={styles['verdict']}
      aria-label={t.state[standing.kind]}
      data-tone={trouble === undefined ? tone : 'caution'}
    >
      <div className={styles['badges']}>
        <StateBadge tone={tone}>{t.state[standing.kind]}</StateBadge>
        {'isTrial' in standing && standing.isTrial && (
          <StateBadge tone="neutral">{t.details.trial}</StateBadge>
        )}
      </div>
      <p
        ref={sentenceRef}
        tabIndex={-1}
        className={styles['sentence']}
        data-long={sentence.length > LONG_SENTENCE}
      >
        {sentence}
      </p>
      {standing.kind === 'banned' && standing.hasKey && (
        <p>{standing.withComputers ? t.ban.withComputers : t.ban.onlyKey}</p>
      )}
      {standing.kind === 'stopped' && standing.words !== '' && <p>{t.stop.words(standing.words)}</p>}
      {standing.kind === 'stopped' && standing.cause !== 'replaced' && <p>{t.stop.next}</p>}
      {trouble !== undefined && <p className={styles['trouble']}>{t.trouble(trouble, f)}</p>}
      {ban !== undefined && (
        <p>
          <Link to="/projects/$projectId/keys/$keyId" params={{ projectId: place.projectId, keyId: ban.id }}>
            {t.ban.other}
          </Link>
        </p>
      )}
      {children}
    </section>
  )
}
