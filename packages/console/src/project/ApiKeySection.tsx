import type { ApiAccess } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { Facts } from '../components/Facts.tsx'
import { useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { showToast } from '../components/Toasts.tsx'
import { inWords } from '../messages/in-words.ts'
import { useFormats, useTexts } from '../messages/messages.ts'
import { LinesField, linesOf } from './LinesField.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'

const API_ACCESS = queryOf('getApiAccess', {})

/** From where the API key of the account may be used. */
export function ApiKeySection({ projectId }: { readonly projectId: string }) {
  const t = useTexts(PROJECT).apiKey
  const { data } = useQuery(API_ACCESS)
  const [isReplacing, setReplacing] = useState(false)
  return (
    <Section
      title={t.title}
      lead={t.lead}
      actions={
        data && (
          <StateBadge tone={data.enabled ? 'good' : 'problem'}>
            {data.enabled ? t.enabled : t.disabled}
          </StateBadge>
        )
      }
    >
      {data === undefined ? <Skeleton /> : <Access access={data} />}
      <div className="buttons">
        <Button onClick={() => setReplacing(true)}>{t.replace}</Button>
      </div>
      {isReplacing && (
        <RotateDialog what="api-key" projectId={projectId} onClose={() => setReplacing(false)} />
      )}
    </Section>
  )
}

function Access({ access }: { readonly access: ApiAccess }) {
  const texts = useTexts(PROJECT)
  const t = texts.apiKey
  const { moment } = useFormats()
  const form = useForm({ allow_list: access.allow_list.join('\n') })

  async function save() {
    const outcome = await send('setAllowList', { body: { allow_list: linesOf(form.values.allow_list) } })
    if (outcome.kind === 'done') {
      queryClient.setQueryData(API_ACCESS.queryKey, outcome.answer)
      showToast({ text: texts.saved })
    }
    return inWords(outcome, texts.reasons, { INVALID_ALLOW_LIST: 'allow_list' })
  }

  return (
    <>
      <Facts facts={[[t.ends, access.expires_at === -1 ? t.never : moment(access.expires_at)]]} />
      <SettingsForm form={form} saves="setAllowList" onSubmit={save}>
        <LinesField label={t.allowList} hint={t.allowListHint} {...form.field('allow_list')} />
      </SettingsForm>
    </>
  )
}
