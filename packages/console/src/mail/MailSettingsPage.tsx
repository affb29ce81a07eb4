import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { BackLink } from '../components/BackLink.tsx'
import { SelectField } from '../components/Field.tsx'
import { useForm } from '../components/Form.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { EndsForm } from './EndsForm.tsx'
import { LogoField } from './LogoField.tsx'
import { LookForm, lookOf } from './LookForm.tsx'
import styles from './MailSettings.module.css'
import { type MailText, type TextName, textBodyOf } from './mail-text.ts'
import { Preview } from './Preview.tsx'
import { MAIL_SETTINGS } from './settings-texts.ts'
import { TextForm } from './TextForm.tsx'
import { MAIL } from './texts.ts'
import { KEY_KINDS } from './use-mail.ts'
import { type MailSettingsParts, mailSettingsOf } from './use-mail-settings.ts'
import { WayNotice } from './WayNotice.tsx'

/** How the mails of a project look, and what they say. Owners change it. */
export function MailSettingsPage() {
  const { projectId = '' } = useParams({ strict: false })
  const t = useTexts(MAIL_SETTINGS)
  const { data, error } = useQuery(mailSettingsOf(projectId))
  const back = (
    <BackLink to="mail" projectId={projectId}>
      {t.back}
    </BackLink>
  )
  if (data === undefined) return <WaitingPage title={t.title} lead={back} error={error} />
  return (
    <Page title={t.title} lead={back} width="columns">
      <WayNotice way={data.way} />
      <Settings key={projectId} projectId={projectId} settings={data} />
    </Page>
  )
}

function Settings(parts: MailSettingsParts) {
  const { projectId, settings } = parts
  const t = useTexts(MAIL_SETTINGS)
  const { kinds } = useTexts(MAIL)
  const { languages } = useTexts(SHELL)
  const look = useForm(() => lookOf(settings))
  const [name, setName] = useState<TextName>(() => ({ kind: 'key', language: settings.language }))
  /** The texts that were typed and not saved, by language and kind. They stay when another is chosen. */
  const [typed, setTyped] = useState<Readonly<Record<string, MailText>>>({})
  const { kind, language } = name
  const id = `${language} ${kind}`
  const own = typed[id]
  const setOwn = (text: MailText | undefined): void =>
    setTyped(({ [id]: _, ...others }) => (text === undefined ? others : { ...others, [id]: text }))

  return (
    <div className={styles['columns']}>
      <div className={styles['forms']}>
        <LookForm {...parts} form={look} />
        <LogoField {...parts} />
        <EndsForm {...parts} />
        <Section title={t.texts.title} lead={t.texts.lead}>
          <div className="pair">
            <SelectField
              label={t.texts.kind}
              value={kind}
              options={KEY_KINDS.map((one) => [one, kinds[one] ?? one])}
              onChange={({ target }) => setName({ ...name, kind: target.value as TextName['kind'] })}
            />
            <SelectField
              label={t.texts.language}
              value={language}
              options={(['en', 'de'] as const).map((one) => [one, languages[one]])}
              onChange={({ target }) => setName({ ...name, language: target.value as TextName['language'] })}
            />
          </div>
          <TextForm key={id} {...parts} {...name} typed={own} onType={setOwn} />
        </Section>
      </div>
      <Preview
        projectId={projectId}
        body={{ ...name, color: look.values.color, ...textBodyOf(own, kind) }}
        support={look.values.support}
      />
    </div>
  )
}
