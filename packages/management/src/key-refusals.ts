/** Why requests for one key are refused. Shared by the endpoints of keys and of devices. */
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
