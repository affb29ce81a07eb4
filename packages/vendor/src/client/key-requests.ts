import {
  type ChangeKeyBody,
  type ChangeKeysBody,
  type CreateKeysBody,
  type DeleteKeysBody,
  ENDPOINTS,
  type Endpoint,
  type ImportKeysBody,
  type KeyQuery,
  type ParametersOf,
  type SuccessOf,
} from '@latchkey/management'
import type { Outcome } from './outcome.ts'

type Request = <E extends Endpoint>(
  endpoint: E,
  parameters: ParametersOf<E>,
) => Promise<Outcome<SuccessOf<E>>>

const inProject = (projectId: string) => ({ params: { project_id: projectId } })

/** The methods of a client for a list of many keys, and for one of them. */
export const keyRequests = (request: Request) => ({
  /** Reads one page. `next_cursor` of the answer is the `cursor` of the next one. */
  list: (projectId: string, query: KeyQuery = {}) =>
    request(ENDPOINTS.listKeys, { ...inProject(projectId), query }),
  /** The records of up to 5,000 keys. */
  find: (projectId: string, keys: readonly string[]) =>
    request(ENDPOINTS.findKeys, { ...inProject(projectId), body: { user_keys: [...keys] } }),
  create: (projectId: string, body: CreateKeysBody) =>
    request(ENDPOINTS.createKeys, { ...inProject(projectId), body }),
  /** Keys that were issued elsewhere, up to 1,000. Safe to repeat. */
  import: (projectId: string, body: ImportKeysBody) =>
    request(ENDPOINTS.importKeys, { ...inProject(projectId), body }),
  /** With a filter, repeat it with `cursor` as long as the answer has a `next_cursor`. */
  change: (projectId: string, body: ChangeKeysBody) =>
    request(ENDPOINTS.changeKeys, { ...inProject(projectId), body }),
  delete: (projectId: string, body: DeleteKeysBody) =>
    request(ENDPOINTS.deleteKeys, { ...inProject(projectId), body }),
  get: (projectId: string, query: ParametersOf<typeof ENDPOINTS.getKey>['query']) =>
    request(ENDPOINTS.getKey, { ...inProject(projectId), query: { ...query } }),
  changeOne: (projectId: string, body: ChangeKeyBody) =>
    request(ENDPOINTS.changeKey, { ...inProject(projectId), body }),
  deleteOne: (projectId: string, query: ParametersOf<typeof ENDPOINTS.deleteKey>['query']) =>
    request(ENDPOINTS.deleteKey, { ...inProject(projectId), query: { ...query } }),
})
