import type { UpdateFailure } from '@latchkey/client/bridge'

/** A failure with a name, which the page shows. `unreachable` is not shown: the next check tries again. */
export class UpdateProblem extends Error {
  readonly failure: UpdateFailure | 'unreachable'
  constructor(failure: UpdateFailure | 'unreachable', why = '') {
    super(`${failure} ${why}`)
    this.failure = failure
  }
}

/** The problem that a fault of electron-updater, Chromium or the file system means. */
export function problemOf(error: unknown, otherwise: UpdateProblem['failure']): UpdateProblem {
  if (error instanceof UpdateProblem) return error
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string }
  if (code === 'ERR_CHECKSUM_MISMATCH') return new UpdateProblem('wrong-file')
  if (code === 'ENOSPC') return new UpdateProblem('no-space')
  if (message.includes('ERR_CERT_DATE_INVALID')) return new UpdateProblem('wrong-clock')
  return new UpdateProblem(otherwise, message)
}

/** The problem that keeps an app from getting a token. A refusal is none: it gets what anybody gets. */
export function problemOfAccess(problem: string | undefined): UpdateProblem | undefined {
  if (problem === 'TIME_ERROR' || problem?.startsWith('clock')) return new UpdateProblem('wrong-clock')
  const isRefusal = problem === undefined || /^[A-Z]/.test(problem)
  return isRefusal ? undefined : new UpdateProblem('unreachable', problem)
}

/** Whether the service has refused the token. The error of a download has the status in its text alone. */
export function isTokenRefused(error: unknown): boolean {
  const { statusCode, message = '' } = error as { readonly statusCode?: number; readonly message?: string }
  return statusCode === 401 || /, status 401\b/.test(message)
}
