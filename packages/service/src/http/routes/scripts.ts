import { randomBytes } from 'node:crypto'
import { ENDPOINTS, type Endpoint, type ScriptUpdated } from '@latchkey/management'
import type { FastifyInstance } from 'fastify'
import { limitsOf } from '../../domain/plans.ts'
import { progressOf, type WaitingLimits } from '../../domain/script-update.ts'
import type { ScriptUpdateOutcome, ScriptUpdates } from '../../scripts/script-updates.ts'
import type { Guard } from '../../security/access.ts'
import { createId } from '../../security/credentials.ts'
import { createUploadRoom } from '../../security/upload-room.ts'
import type { Storage } from '../../storage/storage.ts'
import { registerEndpoint } from '../endpoint.ts'
import { HttpError } from '../http-error.ts'

export interface ScriptParts {
  readonly storage: Storage
  readonly updates: Pick<ScriptUpdates, 'update'>
  /** Of a source, in UTF-8. */
  readonly maxScriptBytes: number
  /** What waits for its turn, and what is being uploaded, may each take so much. */
  readonly waitingScripts: WaitingLimits
}

/** A byte of a source may take six in JSON (`\u0000`). */
const MOST_BYTES_IN_JSON = 6
const ROOM_FOR_SETTINGS_BYTES = 16 * 1_024
const TRY_AGAIN_SECONDS = 5
/** Until sources that wait have been processed. */
const TRY_LATER_SECONDS = 30

/** Source: interface, "Update Script" and "Get Update Progress". */
export function registerScripts(
  app: FastifyInstance,
  { storage, updates, maxScriptBytes, waitingScripts }: ScriptParts,
  guardOf: (endpoint: Endpoint) => Guard,
): void {
  const bodyLimit = maxScriptBytes * MOST_BYTES_IN_JSON + ROOM_FOR_SETTINGS_BYTES
  const tooLargeMessage = `The script is too large for this channel: at most ${maxScriptBytes} bytes are taken. Trying again does not help.`

  registerEndpoint(
    app,
    ENDPOINTS.updateScript,
    guardOf(ENDPOINTS.updateScript),
    async ({ account, params, body, now, address }) => {
      const project = await storage.findProject(account.id, params.project_id)
      if (project === undefined) return noSuchScript(404)
      if (Buffer.byteLength(body.script) > maxScriptBytes) return new HttpError(413, tooLargeMessage)
      const trackId = createId(randomBytes)
      const outcome = updates.update({
        trackId,
        accountId: account.id,
        projectId: project.id,
        platform: project.platform,
        scriptId: params.script_id,
        source: body.script,
        settings: {
          name: body.script_name,
          ffa: body.ffa,
          silent: body.silent,
          heartbeat: body.heartbeat,
          lightning: body.lightning,
          isV4Loader: body.is_v4_loader,
        },
        inBackground: body.use_reactor ?? false,
        mostObfuscations: limitsOf(account.plan).obfuscations,
        audit: {
          at: now,
          actor: 'api-key',
          address,
          action: ENDPOINTS.updateScript.id,
          subject: params.script_id,
          fields: Object.keys(body),
        },
      })
      // Not awaited here: the body would stay in memory until the script is done.
      return answerWhenDone(outcome, trackId)
    },
    {
      bodyLimit,
      tooLargeMessage,
      admit: createUploadRoom({ limits: waitingScripts, mostBytes: bodyLimit }),
    },
  )

  registerEndpoint(
    app,
    ENDPOINTS.getUpdateProgress,
    guardOf(ENDPOINTS.getUpdateProgress),
    async ({ account, params, now }) => {
      const project = await storage.findProject(account.id, params.project_id)
      const update =
        project && (await storage.findScriptUpdate(project.id, params.script_id, params.track_id))
      return update === undefined ? new HttpError(400, 'There is no such update.') : progressOf(update, now)
    },
  )
}

const noSuchScript = (status: number): HttpError =>
  new HttpError(status, 'This account has no such project, or the project no such script.')

const answerWhenDone = async (
  outcome: Promise<ScriptUpdateOutcome>,
  trackId: string,
): Promise<ScriptUpdated | HttpError> => answerTo(await outcome, trackId)

function answerTo(outcome: ScriptUpdateOutcome, trackId: string): ScriptUpdated | HttpError {
  switch (outcome.kind) {
    case 'updated':
      return { success: true, message: 'The script was updated.' }
    case 'tracked':
      return { success: true, message: 'The script is being processed.', track_progress: trackId }
    case 'rejected':
      return new HttpError(400, outcome.message)
    case 'too-long':
      return new HttpError(
        504,
        'It took too long. The update may succeed all the same: see whether script_version changes before you try again.',
      )
    case 'stopped':
      return new HttpError(
        503,
        'The service is stopping. Send the script again in a moment.',
        TRY_AGAIN_SECONDS,
      )
    case 'too-many-of-account-waiting':
      return new HttpError(
        429,
        'Too many scripts of this account wait to be processed. Send this one again when some of them are done.',
        TRY_LATER_SECONDS,
      )
    case 'too-many-waiting':
      return new HttpError(
        429,
        'Too many scripts wait to be processed. Send this one again in a moment.',
        TRY_LATER_SECONDS,
      )
    case 'no-such-script':
      return noSuchScript(404)
    case 'allowance-used-up':
      return new HttpError(400, 'The plan of this account allows no more obfuscations this month.')
  }
}
