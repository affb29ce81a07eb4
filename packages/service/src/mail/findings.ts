import type { Examination } from '../core/operations/doctor.ts'
import { found } from '../core/operations/findings.ts'
import type { MailWay } from '../core/settings.ts'
import { NO_WAY, WRITTEN_TO } from './send-mail.ts'

/** What `doctor` finds about mail. */
export const MAIL_EXAMINATION: Examination = {
  query: () => `select
    (select count(*) from outbox where channel = 'mail' and state = 'waiting') as waiting,
    (select answer from outbox where channel = 'mail' and answer <> '' order by id desc limit 1) as answer`,
  checks: {
    mail({ waiting, answer }, { mail, publicUrl }) {
      const way = mail?.kind ?? wayOf(String(answer ?? ''))
      const count = Number(waiting)
      if (way === undefined) return found('MAIL_UNKNOWN')
      if (way === 'smtp') return found('MAIL_OVER_SMTP')
      if (way === 'none') return count === 0 ? found('MAIL_NOT_NEEDED') : found('MAIL_HAS_NO_WAY', { count })
      return found(publicUrl?.protocol === 'https:' ? 'MAIL_REACHES_NOBODY' : 'MAIL_IN_FILES')
    },
  },
}

/** How a running service sends mail, by the answer of its newest try. Undefined: there was none. */
function wayOf(answer: string): MailWay['kind'] | undefined {
  if (answer === '') return undefined
  if (answer === NO_WAY) return 'none'
  return answer.startsWith(WRITTEN_TO) ? 'folder' : 'smtp'
}
