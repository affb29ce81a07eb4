import type { ChangeReleaseBody, ReleaseDetails } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf, readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { useForm } from '../components/Form.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../components/Menu.tsx'
import { Page, Section, WaitingPage } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { Table } from '../components/Table.tsx'
import { showToast } from '../components/Toasts.tsx'
import tableStyles from '../components/table.module.css'
import { inWords } from '../messages/in-words.ts'
import { useTexts, useWords } from '../messages/messages.ts'
import { RELEASES } from './texts.ts'

/** The channels of the menu. The command line offers in any. */
const CHANNELS = ['latest', 'beta'] as const
const SHARES = ['100', '50', '20', '5', '0'] as const
const TONES = { draft: 'neutral', offered: 'good', paused: 'caution', withdrawn: 'problem' } as const

/** The versions of the app, which `latchkey releases publish` uploads. */
export function ReleasesPage() {
  const { projectId = '' } = useParams({ strict: false })
  const t = useTexts(RELEASES)
  const may = useMay()
  const { data, error } = useQuery(queryOf('listReleases', { params: { project_id: projectId } }))
  const { outcome, submit } = useForm({})
  if (data === undefined) return <WaitingPage title={t.title} lead={t.lead} error={error} />
  const change = async (version: string, body: ChangeReleaseBody, text: string) => {
    const ended = await send('changeRelease', { params: { project_id: projectId, version }, body })
    await readAgain('listReleases')
    if (ended.kind === 'done') showToast({ text })
    return inWords(ended, t.refusals)
  }
  return (
    <Page title={t.title} lead={t.lead}>
      {data.releases.length === 0 ? (
        <EmptyState title={t.empty.title}>
          <p>{t.empty.text}</p>
          <p>
            <code>latchkey releases publish dist --channel latest</code>
          </p>
        </EmptyState>
      ) : (
        <Section title={t.title}>
          <Problem of={outcome} />
          <Table heads={Object.values(t.heads)} hasActions={may('changeRelease')}>
            {data.releases.map((release) => (
              <ReleaseRow
                key={release.version}
                release={release}
                onChange={(body, text) => void submit(() => change(release.version, body, text))}
                onWithdraw={() =>
                  change(release.version, { state: 'withdrawn' }, t.withdrawn(release.version))
                }
              />
            ))}
          </Table>
        </Section>
      )}
    </Page>
  )
}

interface ReleaseRowProps {
  readonly release: ReleaseDetails
  readonly onChange: (body: ChangeReleaseBody, text: string) => void
  readonly onWithdraw: () => ReturnType<typeof send<'changeRelease'>>
}

function ReleaseRow({ release, onChange, onWithdraw }: ReleaseRowProps) {
  const { t, f } = useWords(RELEASES)
  const may = useMay()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { version, state, channels, share, files, created_at: createdAt } = release
  const percent = (text: string): string => t.percent(f.number(Number(text)))
  const isHalf = files.some(({ is_whole }) => !is_whole)
  const menu = (
    <Menu align="end" trigger={<Button aria-label={t.changeOf(version)}>{t.change}</Button>}>
      {CHANNELS.map((channel) => (
        <MenuItem key={channel} onSelect={() => onChange({ channel }, t.offered(version, channel))}>
          {t.offer(channel)}
        </MenuItem>
      ))}
      {state === 'offered' && (
        <MenuItem onSelect={() => onChange({ state: 'paused' }, t.paused(version))}>{t.pause}</MenuItem>
      )}
      <MenuSeparator />
      <MenuChoice
        label={t.share}
        value={String(share)}
        choices={SHARES.map((value) => ({ value, label: percent(value) }))}
        onChange={(value) => onChange({ share: Number(value) }, t.shared(version, percent(value)))}
        closes
      />
      <MenuSeparator />
      <MenuItem isDangerous onSelect={() => setWithdrawing(true)}>
        {t.withdraw}
      </MenuItem>
    </Menu>
  )
  return (
    <tr>
      <th scope="row">
        {version} <span className="soft">{f.moment(createdAt)}</span>
      </th>
      <td>
        <StateBadge tone={TONES[state]}>{t.states[state]}</StateBadge>{' '}
        {isHalf && <StateBadge tone="caution">{t.half}</StateBadge>}
      </td>
      <td>
        <span className={tableStyles['caption']}>{t.heads.channels}: </span>
        {channels.join(', ') || t.none}, {percent(String(share))}
      </td>
      <td>
        <span className={tableStyles['caption']}>{t.heads.downloads}: </span>
        {f.number(files.reduce((sum, { downloads }) => sum + downloads, 0))}
      </td>
      {may('changeRelease') && (
        <td>
          {state !== 'withdrawn' && menu}
          {isWithdrawing && (
            <ConfirmDialog
              title={t.confirm.title(version)}
              action={t.confirm.save}
              isDangerous
              onConfirm={onWithdraw}
              onClose={() => setWithdrawing(false)}
            >
              <p>{t.confirm.text}</p>
            </ConfirmDialog>
          )}
        </td>
      )}
    </tr>
  )
}
