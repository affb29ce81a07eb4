import { Type } from 'typebox'
import { PathText, Refused, TEXT_LIMITS, Text } from './fields.ts'

/** The ID in the path of every endpoint of a project. */
export const projectId = PathText('The ID of one of the account’s projects.')

/** Shared by the endpoints of a project. A missing or wrong API key is answered with 403. */
export const OF_PROJECT = {
  credentials: { kind: 'api-key', missing: 403, wrong: 403 },
  params: Type.Object({ project_id: projectId }),
  refusal: Refused,
} as const

/** The page of a list, in a query. */
export const PAGE = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'At most so many. 100 by default.' }),
  ),
  cursor: Type.Optional(Text(TEXT_LIMITS.key, '`next_cursor` of the answer before.')),
}
export const WRONG_CURSOR = { status: 400, when: 'the `cursor` is not one of this list' } as const

/** The refusal of a request for a project that the account does not have. */
export const NO_SUCH_PROJECT = { status: 404, when: 'the account has no such project' } as const
export const NO_SUCH_KEY = { status: 404, when: 'the project has no such key' } as const
export const NOT_ONE_KEY = {
  status: 400,
  when: 'not exactly one of `id` and `user_key` is given',
} as const
export const CHANGED_MEANWHILE = {
  status: 409,
  when: 'the record has another version than `if_version` (`CHANGED_MEANWHILE`); `key` is the record now',
} as const
