import type { SharedSecrets } from '@latchkey/protocol'
import type { Insertable, Selectable } from 'kysely'
import type { GroupEffects, StoredUser } from '../../../checks/check-group.ts'
import type { Script, ScriptUpdate } from '../../../scripts/scripts.ts'
import type { EarlierSecrets, Project } from '../../accounts/projects.ts'
import type { User } from '../../license/users.ts'
import type { Seal } from '../../security/seal.ts'
import {
  eventFields,
  projectFields,
  scriptFields,
  scriptUpdateFields,
  type Tables,
  userFields,
} from './tables.ts'

/** Records whose rows hold more than their own fields. */

export type ProjectRow = Selectable<Tables['projects']> & { account_public_id: string }
export type ScriptRow = Selectable<Tables['scripts']>
export type UserRow = Selectable<Tables['users']>

/** Sealed secrets open only in the row they were written for, not copied to another project's. */
const secretsContext = (projectId: string): string => `secrets of project ${projectId}`

type Secrets = Pick<Project, 'secrets' | 'earlierSecrets'>

/** Without earlier secrets as services before the first rotation wrote it. */
const secretsText = ({ secrets, earlierSecrets }: Secrets): string =>
  JSON.stringify(earlierSecrets === undefined ? secrets : { secrets, earlierSecrets })

function readSecrets(text: string): Secrets {
  const stored = JSON.parse(text) as SharedSecrets | (Secrets & { earlierSecrets: EarlierSecrets })
  return 'secrets' in stored ? stored : { secrets: stored }
}

export const toProjectRow = (
  project: Project,
  accountRowId: number,
  seal: Seal,
): Insertable<Tables['projects']> => ({
  ...projectFields.toRow(project),
  account_id: accountRowId,
  sealed_secrets: seal.seal(secretsText(project), secretsContext(project.id)),
})

export const toProject = (row: ProjectRow, seal: Seal): Project => ({
  ...projectFields.fromRow(row),
  accountId: row.account_public_id,
  ...readSecrets(seal.open(row.sealed_secrets, secretsContext(row.public_id))),
})

export const toScript = (row: ScriptRow, projectId: string): Script => ({
  ...scriptFields.fromRow(row),
  projectId,
})

export const toScriptUpdate = (
  row: Selectable<Tables['script_updates']> & { readonly script_public_id: string },
  projectId: string,
): ScriptUpdate => ({
  ...scriptUpdateFields.fromRow(row),
  projectId,
  scriptId: row.script_public_id,
})

/** The row of an event of a check. */
export const toEventRow = ({ projectRow, userRow, event }: GroupEffects['events'][number]) => ({
  ...eventFields.toRow(event),
  project_id: projectRow,
  user_id: userRow,
})
export const EVENT_COLUMNS = [...Object.keys(eventFields.columns), 'project_id', 'user_id']

export const toUserRow = (user: User, projectRowId: number): Insertable<Tables['users']> => ({
  ...userFields.toRow(user),
  project_id: projectRowId,
})

/** What a change may write: not the key, and not the count, which is only added to. */
export function toUserColumns(user: User) {
  const { user_key, total_executions, ...columns } = userFields.toRow(user)
  return columns
}
export const CHANGING_COLUMNS = Object.entries(userFields.columns).filter(
  ([name]) => name !== 'user_key' && name !== 'total_executions',
)

export const toUser = (row: UserRow): User => userFields.fromRow(row)

export const toStoredUser = (row: UserRow): StoredUser => ({
  row: row.id,
  projectRow: row.project_id,
  usedDay: row.used_day,
  user: toUser(row),
})
