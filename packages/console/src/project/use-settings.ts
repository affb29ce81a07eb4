import type { ProjectSettings, ProjectSettingsBody } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { showToast } from '../components/Toasts.tsx'
import { describeProblem } from '../messages/describe-problem.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { PROJECT } from './texts.ts'

/** The settings of a project, and what happens to them. */
export interface SettingsParts {
  readonly projectId: string
  readonly settings: ProjectSettings
  /** They were set back, so what the fields show is old. */
  readonly onUndone: () => void
}

export const settingsOf = (projectId: string) =>
  queryOf('getProjectSettings', { params: { project_id: projectId } })

/** Saves some of the settings, says so, and offers to undo it. */
export function useSave({ projectId, settings, onUndone }: SettingsParts) {
  const t = useTexts(PROJECT)
  const shell = useTexts(SHELL)

  async function change(body: ProjectSettingsBody): Promise<Outcome<ProjectSettings>> {
    const outcome = await send('updateProjectSettings', { params: { project_id: projectId }, body })
    if (outcome.kind === 'done') queryClient.setQueryData(settingsOf(projectId).queryKey, outcome.answer)
    return outcome
  }

  async function undo(body: ProjectSettingsBody): Promise<void> {
    const outcome = await change(body)
    if (outcome.kind === 'done') onUndone()
    showToast({ text: outcome.kind === 'done' ? t.undone : describeProblem(outcome, shell) })
  }

  return async (body: ProjectSettingsBody): Promise<Outcome<ProjectSettings>> => {
    const before = Object.fromEntries(
      Object.keys(body).map((name) => [name, settings[name as keyof ProjectSettings]]),
    )
    const outcome = await change(body)
    if (outcome.kind === 'done') {
      showToast({ text: t.saved, undo: { label: shell.actions.undo, run: () => void undo(before) } })
    }
    return outcome
  }
}
