import type { ChangeCustomerPageBody, CustomerPageFound } from '@latchkey/management'
import { useQuery } from '@tanstack/react-query'
import type { Outcome } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { Switch } from '../components/Switch.tsx'
import { showToast } from '../components/Toasts.tsx'
import { describeProblem } from '../messages/describe-problem.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { CUSTOMER_PAGE } from './customer-page-texts.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'

const FLAGS = [
  'on',
  'free_computer',
  'change_address',
  'license_file',
  'replace_key',
  'hand_over',
  'ask_owner',
] as const

const flagsOf = (page: CustomerPageFound) =>
  Object.fromEntries(FLAGS.map((name) => [name, page[name]])) as Record<(typeof FLAGS)[number], boolean>
const pageOf = (projectId: string) => queryOf('getCustomerPage', { params: { project_id: projectId } })

/** Whether customers have a page, and what they may do there. */
export function CustomerPageForm({ projectId }: { readonly projectId: string }) {
  const t = useTexts(CUSTOMER_PAGE)
  const { data } = useQuery(pageOf(projectId))
  return (
    <Section title={t.title} lead={t.lead}>
      {data === undefined ? <Skeleton /> : <PageForm projectId={projectId} page={data} />}
    </Section>
  )
}

function PageForm({ projectId, page }: { readonly projectId: string; readonly page: CustomerPageFound }) {
  const t = useTexts(CUSTOMER_PAGE)
  const texts = useTexts(PROJECT)
  const shell = useTexts(SHELL)
  const form = useForm(() => flagsOf(page))

  async function change(body: ChangeCustomerPageBody): Promise<Outcome<CustomerPageFound>> {
    const outcome = await send('changeCustomerPage', { params: { project_id: projectId }, body })
    if (outcome.kind === 'done') queryClient.setQueryData(pageOf(projectId).queryKey, outcome.answer)
    return outcome
  }
  async function undo(before: ChangeCustomerPageBody): Promise<void> {
    const outcome = await change(before)
    if (outcome.kind === 'done') form.set(flagsOf(outcome.answer))
    showToast({ text: outcome.kind === 'done' ? texts.undone : describeProblem(outcome, shell) })
  }
  async function submit(): Promise<Outcome<CustomerPageFound>> {
    const before = flagsOf(page)
    const outcome = await change(form.values)
    if (outcome.kind === 'done') {
      showToast({ text: texts.saved, undo: { label: shell.actions.undo, run: () => void undo(before) } })
    }
    return outcome
  }

  return (
    <>
      <SettingsForm form={form} saves="changeCustomerPage" onSubmit={submit}>
        {FLAGS.map((name) => (
          <Switch
            key={name}
            label={t[name]}
            hint={t[`${name}_hint`]}
            checked={form.values[name]}
            onChange={(checked) => form.set({ [name]: checked })}
          />
        ))}
      </SettingsForm>
      {page.on && <p className="soft">{page.address === '' ? t.noAddress : <code>{page.address}</code>}</p>}
      {page.on && page.address !== '' && <CopyButton text={page.address} label={t.copyAddress} />}
    </>
  )
}
