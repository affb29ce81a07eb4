import type { ProjectSettings, ProjectSettingsBody } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { describeProblem } from '../messages/describe-problem.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { PROJECT } from './texts.ts'

/** The settings of a project. */
export interface SettingsParts {
  readonly projectId: string
  readonly settings: ProjectSettings
}

export const settingsOf = (projectId: string) =>
  queryOf('getProjectSettings', { params: { project_id: projectId } })

/** A form of some settings. `save` sends them, says so, and offers to undo it. */
export function useSettingsForm<Values extends object>(
  { projectId, settings }: SettingsParts,
  valuesOf: (settings: ProjectSettings) => Values,
) {
  const t = useTexts(PROJECT)
  const shell = useTexts(SHELL)
  const form = useForm(() => valuesOf(settings))

  async function change(body: ProjectSettingsBody): Promise<Outcome<ProjectSettings>> {
    const outcome = await send('updateProjectSettings', { params: { project_id: projectId }, body })
    if (outcome.kind === 'done') queryClient.setQueryData(settingsOf(projectId).queryKey, outcome.answer)
    return outcome
  }

  async function undo(body: ProjectSettingsBody): Promise<void> {
    const outcome = await change(body)
    if (outcome.kind === 'done') {
      form.clear()
      form.set(valuesOf(outcome.answer))
    }
    showToast({ text: outcome.kind === 'done' ? t.undone : describeProblem(outcome, shell) })
  }

  async function save(body: ProjectSettingsBody): Promise<Outcome<ProjectSettings>> {
    const before = Object.fromEntries(
      Object.keys(body).map((name) => [name, settings[name as keyof ProjectSettings]]),
    )
    const outcome = await change(body)
    if (outcome.kind === 'done') {
      showToast({ text: t.saved, undo: { label: shell.actions.undo, run: () => void undo(before) } })
    }
    return outcome
  }

  return { form, save }
}
