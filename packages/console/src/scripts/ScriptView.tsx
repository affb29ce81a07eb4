import type { ScriptDetails } from '@latchkey/management'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { Facts } from '../components/Facts.tsx'
import { Section } from '../components/Page.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { describeUpdate } from './describe-update.ts'
import { SCRIPTS } from './texts.ts'
import { SWITCHES, UploadForm } from './UploadForm.tsx'
import { UploadResult } from './UploadResult.tsx'
import { useUpload } from './use-upload.ts'

interface ScriptViewProps {
  readonly projectId: string
  readonly script: ScriptDetails
  readonly mostBytes: number
}

/** A script as it is delivered, and the upload of the next version. */
export function ScriptView({ projectId, script, mostBytes }: ScriptViewProps) {
  const t = useTexts(SCRIPTS)
  const { moment } = useFormats()
  const may = useMay()
  const parts = useUpload(projectId, script)
  const [source, setSource] = useState<string>()
  const { kind } = parts.state
  const isFollowed = kind === 'following' && (parts.progress?.status ?? 'processing') === 'processing'
  const isNew = Number(script.script_version) === 0
  return (
    <>
      <Section
        title={isNew ? t.noVersion : t.version(script.script_version)}
        actions={SWITCHES.filter((flag) => script[flag]).map((flag) => (
          <StateBadge key={flag} tone={flag === 'ffa' ? 'caution' : 'good'}>
            {t.switches[flag].name}
          </StateBadge>
        ))}
      >
        <Facts
          facts={[
            [t.id, <code key="id">{script.script_id}</code>],
            [t.columns.update, describeUpdate(script, t, moment)],
          ]}
        />
      </Section>
      <Section title={t.upload.title} lead={t.upload.lead}>
        {may('updateScript') ? (
          <UploadForm
            script={script}
            mostBytes={mostBytes}
            isBusy={kind === 'sending' || kind === 'looking' || isFollowed}
            onUpload={(chosen, settings) => {
              setSource(chosen.text)
              void parts.upload(chosen.text, settings)
            }}
          />
        ) : (
          <p className="soft">{t.upload.ownersOnly}</p>
        )}
        <UploadResult script={script} parts={parts} source={source} />
      </Section>
    </>
  )
}
