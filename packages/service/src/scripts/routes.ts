import { randomBytes } from 'node:crypto'
import { ENDPOINTS, type ScriptUpdated } from '@latchkey/management'
import { limitsOf } from '../core/accounts/plans.ts'
import { camelCased } from '../core/fields.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { COMMON, type Refusal, refusals } from '../core/refusal.ts'
import { createId } from '../core/security/credentials.ts'
import type { ScriptParts } from './parts.ts'
import { toScriptRecord } from './records.ts'
import { progressOf } from './script-update.ts'
import type { ScriptUpdateOutcome } from './script-updates.ts'
import { createUploadRoom } from './upload-room.ts'

/** One byte of a source may take six bytes in JSON (`\u0000`). */
const MOST_BYTES_IN_JSON = 6
const ROOM_FOR_SETTINGS_BYTES = 16 * 1_024

/** The seconds after which waiting scripts should have been processed. */
const LATER_SECONDS = 30

const refuse = refusals({
  ...COMMON,
  'allowance-used-up': [400, 'The plan of this account allows no more obfuscations this month.'],
  'no-such-script': [404, 'This account has no such project, or the project has no such script.'],
  'no-such-update': [400, 'There is no such update.'],
  stopped: [503, 'The service is stopping. Send the script again in a moment.', { retryAfterSeconds: 5 }],
  'too-long': [
    504,
    'The update took too long, but it may still succeed. Check whether script_version has changed before you try again.',
  ],
  'too-many-of-account-waiting': [
    429,
    'Too many scripts of this account wait to be processed. Send this one again when some of them are done.',
    { retryAfterSeconds: LATER_SECONDS },
  ],
  'too-many-waiting': [
    429,
    'Too many scripts wait to be processed. Send this one again in a moment.',
    { retryAfterSeconds: LATER_SECONDS },
  ],
})

/** Source: interface, "Update Script" and "Get Update Progress". List Scripts is an addition. */
export function registerScripts(
  register: RegisterEndpoint,
  { storage, updates, settings: { maxScriptBytes, waitingScripts } }: ScriptParts,
): void {
  const bodyLimit = maxScriptBytes * MOST_BYTES_IN_JSON + ROOM_FOR_SETTINGS_BYTES
  const limit = `it may have at most ${maxScriptBytes} bytes`
  const tooLarge: Refusal = {
    kind: 'script-too-large',
    status: 413,
    message: `The script is too large for this channel: ${limit}. Trying again does not help.`,
  }

  register(
    ENDPOINTS.updateScript,
    async ({ account, project, params, body, by }) => {
      const { script: source, script_name: name, use_reactor, ...flags } = body
      if (Buffer.byteLength(source) > maxScriptBytes) return tooLarge
      const trackId = createId(randomBytes)
      const outcome = updates.update({
        trackId,
        accountId: account.id,
        projectId: project.id,
        scriptId: params.script_id,
        source,
        settings: { name, ...camelCased(flags) },
        inBackground: use_reactor ?? false,
        mostObfuscations: limitsOf(account.plan).obfuscations,
        by,
      })
      // The promise is not awaited here: the body would stay in memory until the script is
      // processed.
      return answerWhenDone(outcome, trackId)
    },
    {
      bodyLimit,
      missing: refuse('no-such-script'),
      tooLarge,
      admit: createUploadRoom(waitingScripts, bodyLimit),
    },
  )

  register(ENDPOINTS.listScripts, async ({ account, project: { id }, now }) => {
    const project = (await storage.projectsWithScripts(account.id)).find((one) => one.id === id)
    if (project === undefined) return refuse('no-such-project')
    const updates = await storage.lastScriptUpdates(project.id)
    const scripts = project.scripts.map((script) => {
      const update = updates.find(({ scriptId }) => scriptId === script.id)
      const { heartbeat, lightning, isV4Loader: is_v4_loader } = script
      const last_update = update && {
        ...progressOf(update, now),
        track_progress: update.id,
        started_at: update.startedAt,
      }
      const settings = { ...toScriptRecord(script), heartbeat, lightning, is_v4_loader }
      return { ...settings, ...(last_update && { last_update }) }
    })
    return { ...done('The scripts of the project.'), scripts, max_script_bytes: maxScriptBytes }
  })

  register(
    ENDPOINTS.getUpdateProgress,
    async ({ project, params, now }) => {
      const update = await storage.findScriptUpdate(project.id, params.script_id, params.track_id)
      return update === undefined ? refuse('no-such-update') : progressOf(update, now)
    },
    { missing: refuse('no-such-update') },
  )
}

const answerWhenDone = async (
  outcome: Promise<ScriptUpdateOutcome>,
  trackId: string,
): Promise<ScriptUpdated | Refusal> => {
  const ended = await outcome
  switch (ended.kind) {
    case 'updated':
      return done('The script was updated.')
    case 'tracked':
      return { ...done('The script is being processed.'), track_progress: trackId }
    case 'rejected':
      return { ...ended, status: 400 }
    default:
      return refuse(ended.kind)
  }
}
