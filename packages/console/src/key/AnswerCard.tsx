import type { DeviceList } from '@latchkey/management'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { SelectField, TextAreaField } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { formatsOf } from '../messages/formats.ts'
import { LANGUAGES, type Language } from '../messages/language.ts'
import { usePreferences, useTexts } from '../messages/messages.ts'
import { ANSWERS, type AnswerFacts, answerOf, SITUATIONS, type Situation, situationOf } from './answers.ts'
import type { Computers, Standing, Trouble } from './standing.ts'
import { KEY } from './texts.ts'

interface AnswerCardProps {
  /** The last letters of the key. */
  readonly ending: string
  /** Whether the key works; absent if there is no such key. */
  readonly standing?: Standing
  readonly trouble?: Trouble | undefined
  readonly computers?: Computers
  /** The events are still being read. They may show why the customer writes. */
  readonly isWaiting?: boolean
  readonly devices?: Pick<DeviceList, 'moves_left' | 'move_from'> | undefined
}

/** A mail to the customer, ready to copy in either language. */
export function AnswerCard({
  ending,
  standing,
  trouble,
  computers,
  isWaiting = false,
  devices,
}: AnswerCardProps) {
  const t = useTexts(KEY)
  const { language } = usePreferences()
  const { projectId } = useParams({ strict: false })
  // The name of the app, as the customer knows it.
  const app = useSession().projects.find(({ id }) => id === projectId)?.name ?? ''
  const suggested: Situation = standing === undefined ? 'unknown' : situationOf(standing, trouble)
  // The chosen situation is valid until the suggestion changes.
  const [choice, setChoice] = useState({ suggested, situation: suggested })
  const situation = choice.suggested === suggested ? choice.situation : suggested
  const [shown, setShown] = useState<Language>(language)

  function factsIn(language: Language): AnswerFacts {
    const { date } = formatsOf(language === 'en' ? 'en-GB' : language)
    const end = standing === undefined ? 0 : endOf(standing)
    const isPerpetual = standing !== undefined && 'isPerpetual' in standing && standing.isPerpetual
    const ban = standing !== undefined && 'reason' in standing ? standing : undefined
    return {
      app,
      ending,
      end: end > 0 && !isPerpetual ? date(end) : '',
      updates: end > 0 && isPerpetual ? date(end) : '',
      days: standing?.kind === 'unused' ? standing.days : undefined,
      banEnd: ban !== undefined && ban.end > 0 ? date(ban.end) : '',
      banReason: ban?.reason ?? '',
      stopped: standing?.kind === 'stopped' ? standing.cause : '',
      most: computers?.most ?? 1,
      canMove: devices !== undefined && devices.moves_left > 0,
    }
  }
  const answerIn = (language: Language) => answerOf(ANSWERS[language], situation, factsIn(language))

  return (
    <Section title={t.answer.heading}>
      <SelectField
        label={t.answer.situation}
        value={situation}
        onChange={({ target }) => setChoice({ suggested, situation: target.value as Situation })}
        options={SITUATIONS.map((one) => [one, t.situations[one]])}
      />
      <TextAreaField label={t.answer.text} readOnly rows={10} lang={shown} value={answerIn(shown)} />
      <div className="buttons">
        {LANGUAGES.map((one) => (
          <CopyButton
            key={one}
            look={one === language ? 'primary' : 'plain'}
            label={t.answer.copyIn[one]}
            isWaiting={isWaiting}
            text={() => {
              setShown(one)
              return answerIn(one)
            }}
          />
        ))}
      </div>
    </Section>
  )
}

/** The second at which the key ends; 0 if it does not, or if the end does not matter. */
const endOf = (standing: Standing): number =>
  standing.kind === 'expired' ? standing.at : 'isPerpetual' in standing ? standing.end : 0
