import type { Project } from '../core/accounts/projects.ts'
import { decideGroup } from './check-group.ts'
import type { CheckAnswer, CheckAttempt, DecideCheck } from './check-key.ts'
import type { CheckStorage } from './storage.ts'

/** Values for the fields of a key check that other requests do not have. */
const EMPTY = {
  key: '',
  deviceId: '',
  userAgent: '',
  fingerprints: {},
  nonce: '',
  time: '0',
  signature: '',
  address: '',
}

/** Decides a request that is not a key check by a rule, on the same stored state as key checks. */
export async function decideOne(
  storage: Pick<CheckStorage, 'checkKeys'>,
  { appName }: Pick<Project, 'appName'>,
  given: Partial<CheckAttempt>,
  rule: DecideCheck,
  now: number,
): Promise<CheckAnswer> {
  const attempt = { ...EMPTY, ...given, appName }
  const [answer] = await storage.checkKeys([attempt], now, decideGroup([attempt], now, rule))
  if (answer === undefined) throw new Error('The storage gave no answer.')
  return answer
}
