import type { PreviewMailBody } from '@latchkey/management'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureOf } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { SelectField } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import styles from './MailSettings.module.css'
import { MAIL_SETTINGS } from './settings-texts.ts'

/** The request is sent when nothing was typed for this time. */
const TYPING_PAUSE_MS = 250
/** A text that may be an address. The service decides when it is saved. */
const LIKE_ADDRESS = /^\S+@\S+\.\S+$/
const WIDTHS = ['wide', 'phone'] as const

interface PreviewProps {
  readonly projectId: string
  readonly body: PreviewMailBody
  /** The address for answers, which may be half typed. */
  readonly support: string
}

/** Shows a mail with example values, while its text and its look are changed. */
export function Preview({ projectId, body, support }: PreviewProps) {
  const { preview: t, refusals } = useTexts(MAIL_SETTINGS)
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('wide')
  const isKnown = support === '' || LIKE_ADDRESS.test(support)
  const asked = useSettled(JSON.stringify({ ...body, ...(isKnown && { support }) }))
  const { data, error } = useQuery({
    ...queryOf('previewMail', {
      params: { project_id: projectId },
      body: JSON.parse(asked) as PreviewMailBody,
    }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(error)
  return (
    <Section title={t.title}>
      <SelectField
        label={t.width}
        value={width}
        options={WIDTHS.map((one) => [one, t.widths[one]])}
        onChange={({ target }) => setWidth(target.value as typeof width)}
      />
      <Problem of={failure && inWords(failure, refusals)} />
      {data === undefined && failure === undefined && <Skeleton lines={8} />}
      {data !== undefined && (
        <div className={styles['preview']}>
          <p>
            <span className="soft">{t.subject}</span> <strong>{data.subject}</strong>
          </p>
          {/*
            SECURITY: without scripts, forms, links and an origin, whatever a text contains. The frame
            has the policy of the page, which allows the style of mails alone.
          */}
          <iframe
            title={t.title}
            sandbox=""
            srcDoc={data.html}
            className={styles['frame']}
            data-width={width}
          />
        </div>
      )}
    </Section>
  )
}

/** A text, after it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
