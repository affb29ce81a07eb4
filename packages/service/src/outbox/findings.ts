import type { Examination } from '../core/operations/doctor.ts'
import { found } from '../core/operations/findings.ts'

const DAY_SECONDS = 86_400

/** What `doctor` finds in the outbox. Rows are deleted 30 days after their end. */
export const OUTBOX_EXAMINATION: Examination = {
  query: (now) => {
    // The order of the tables matters: SQLite then reads only these rows, by an index.
    const givenUp = (condition: string): string =>
      `(select count(*) from projects cross join outbox
        where outbox.project_id = projects.id and outbox.state = 'given-up' and outbox.reason ${condition})`
    return `select count(*) as late, min(created_at) as since,
        ${givenUp("= 'refused'")} as refused, ${givenUp("<> 'refused'")} as unsent
      from outbox where state = 'waiting' and created_at < ${now - DAY_SECONDS}`
  },
  checks: {
    outbox: ({ late, since }) =>
      Number(late) === 0
        ? found('OUTBOX_MOVES')
        : found('OUTBOX_WAITS', { count: Number(late), since: minuteOf(Number(since)) }),

    'given up': ({ refused, unsent }) => {
      if (Number(unsent) > 0) return found('SOME_GIVEN_UP', { count: Number(unsent) })
      return Number(refused) > 0 ? found('SOME_REFUSED', { count: Number(refused) }) : found('NONE_GIVEN_UP')
    },
  },
}

const minuteOf = (seconds: number): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
