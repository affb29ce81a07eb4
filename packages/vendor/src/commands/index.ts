import type { Command } from '../command-line/command.ts'
import { account } from './account.ts'
import { scriptsList } from './scripts-list.ts'
import { scriptsProgress } from './scripts-progress.ts'
import { scriptsPush } from './scripts-push.ts'
import { scriptsSettings } from './scripts-settings.ts'
import { stats } from './stats.ts'
import { status } from './status.ts'
import { usersBan } from './users-ban.ts'
import { usersCreate } from './users-create.ts'
import { usersDelete } from './users-delete.ts'
import { usersLink } from './users-link.ts'
import { usersList } from './users-list.ts'
import { usersReset } from './users-reset.ts'
import { usersUnban } from './users-unban.ts'
import { usersUpdate } from './users-update.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  account,
  stats,
  status,
  usersList,
  usersCreate,
  usersUpdate,
  usersDelete,
  usersReset,
  usersBan,
  usersUnban,
  usersLink,
  scriptsList,
  scriptsSettings,
  scriptsPush,
  scriptsProgress,
]
