import type { SharedSecrets } from '@latchkey/protocol'
import type { Insertable, Selectable } from 'kysely'
import type { Seal } from '../security/seal.ts'
import type { Tables } from '../storage/sql/tables.ts'
import type { EarlierSecrets, Project } from './projects.ts'
import { projectFields } from './tables.ts'

export type ProjectRow = Selectable<Tables['projects']> & { account_public_id: string }

/**
 * Sealed secrets open only in the row for which they were written, not in that of another project.
 */
const secretsContext = (projectId: string): string => `secrets of project ${projectId}`

type Secrets = Pick<Project, 'secrets' | 'earlierSecrets'>

/** Without earlier secrets, the text is that of services before the first rotation. */
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
