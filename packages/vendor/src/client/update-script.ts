import type { ApiKeyDetails, ScriptUpdated } from '@latchkey/management'
import type { Outcome } from './outcome.ts'
import type { Wait } from './wait-out-rate-limit.ts'

export interface ScriptUpdate {
  readonly scriptId: string
  readonly readAccount: () => Promise<Outcome<ApiKeyDetails>>
  readonly send: () => Promise<Outcome<ScriptUpdated>>
  readonly wait: Wait
}

/** After a gateway gave up, the service behind it may need a moment more. */
const LOOKS_AFTER_TIME_OUT = 3
const BETWEEN_LOOKS_MS = 2_000

/**
 * Sends an update. When it took too long, the upload may have been accepted all the same, so the script's version
 * tells what happened before anybody tries again. Source: interface, "Update Script", 504.
 */
export async function updateScript({
  scriptId,
  readAccount,
  send,
  wait,
}: ScriptUpdate): Promise<Outcome<ScriptUpdated>> {
  const before = await readVersion(readAccount, scriptId)
  const outcome = await send()
  if (!isTimeOut(outcome)) return outcome

  for (let look = 1; before !== undefined && look <= LOOKS_AFTER_TIME_OUT; look += 1) {
    if (look > 1) await wait(BETWEEN_LOOKS_MS)
    const after = await readVersion(readAccount, scriptId)
    if (after !== undefined && after !== before) {
      const message = `The answer did not come in time, but the update did: version ${before} became ${after}.`
      return { kind: 'ok', value: { success: true, message } }
    }
  }
  const message =
    before === undefined
      ? 'It took too long. The upload may have been accepted all the same; see whether the version of the script changed before you try again.'
      : `It took too long, and the version of the script is still ${before}. The upload may yet be under way; look again in a while before you try again.`
  return { kind: 'refused', status: 504, message }
}

/** Undefined when it cannot be told: the script is not there, or the account cannot be read. */
async function readVersion(
  readAccount: ScriptUpdate['readAccount'],
  scriptId: string,
): Promise<string | undefined> {
  const account = await readAccount()
  if (account.kind !== 'ok') return undefined
  const scripts = account.value.projects.flatMap((project) => project.scripts)
  return scripts.find((script) => script.script_id === scriptId)?.script_version
}

/** A gateway's 504 need not speak the management API, and our own time limit is the same uncertainty. */
function isTimeOut(outcome: Outcome<unknown>): boolean {
  if (outcome.kind === 'refused') return outcome.status === 504
  if (outcome.kind !== 'failed') return false
  const { failure } = outcome
  return failure.kind === 'timed-out' || (failure.kind === 'unexpected-answer' && failure.status === 504)
}
