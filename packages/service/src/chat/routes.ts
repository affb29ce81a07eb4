import { createHash } from 'node:crypto'
import { isLicenseKey } from '@latchkey/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decideOne } from '../checks/decide-one.ts'
import type { CheckStorage } from '../checks/storage.ts'
import { isInTime } from '../checks/time-window.ts'
import type { Project } from '../core/accounts/projects.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { sendRefusal } from '../core/http/refusals.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import { bannedRefusal, expiredRefusal, stopRefusal } from '../core/license/refusals.ts'
import { isRefusal, type Refusal, refusals } from '../core/refusal.ts'
import { limitOf } from '../core/security/access.ts'
import { callerOf } from '../core/security/caller.ts'
import { lastOfflineEnd, type ResetOutcome } from '../devices/reset-device.ts'
import type { LicenseStorage } from '../licenses/storage.ts'
import {
  isSignedBy,
  KEY_QUESTION,
  PONG,
  panel,
  parseInteraction,
  reply,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from './chat-interactions.ts'
import { decideChatRequest, decideOwnReset, decideRedeem, type RedeemOutcome } from './chat-links.ts'

const refuse = refusals({
  // The platform tests a wrong signature, and expects 401.
  'forged-chat-request': [
    401,
    'The request is not signed by the chat platform, is too old, or was sent before.',
  ],
  'no-chat-panel': [404, 'This account has no such project, or the project has no chat panel.'],
  'unknown-interaction': [400, 'This is not an interaction that the panel knows.'],
})

interface Context {
  readonly project: Project
  readonly address: string
  readonly now: number
}

interface Params {
  readonly project_id: string
}

export type ChatParts = HttpParts<CheckStorage & LicenseStorage>

/** The chat panel: Redeem and Reset HWID. Source: interface, "What the service does". */
export function registerChat(app: FastifyInstance, { storage, checkLimit }: ChatParts): void {
  /**
   * Accepts a signature once. It is stored as a nonce, for a longer time than those of key checks.
   */
  const isReplay = async (project: Project, signature: string, now: number): Promise<boolean> => {
    const nonce = `chat:${createHash('sha256').update(signature.toLowerCase()).digest('base64url')}`
    const { code } = await decideOne(storage, project, { nonce }, decideChatRequest, now)
    return code === 'SECURITY_ERROR'
  }

  /** SECURITY: verifies the signature before anything of the body is parsed. */
  const authenticate = async (
    { headers, body, ip, params }: FastifyRequest<{ Params: Params; Body: string | undefined }>,
    now: number,
  ): Promise<Project | Refusal> => {
    const owner = await storage.findOwner(params.project_id)
    const project = owner && (await storage.findProject(owner, params.project_id))
    if (!project || project.chatPublicKey === '') return refuse('no-chat-panel')
    const [signature, timestamp] = [headers[SIGNATURE_HEADER] ?? '', headers[TIMESTAMP_HEADER] ?? '']
    const isSigned = isSignedBy(project.chatPublicKey, String(signature), `${timestamp}${body ?? ''}`)
    const isTimely = /^\d{1,10}$/.test(String(timestamp)) && isInTime(Number(timestamp), now)
    if (isTimely && isSigned && !(await isReplay(project, String(signature), now))) return project
    return limitOf(checkLimit, callerOf(ip), now) ?? refuse('forged-chat-request')
  }

  /** @returns what the rule decided, and the license that it was about */
  const changeLicense = async <Outcome extends string>(
    { project, now, address }: Context,
    key: string,
    rule: (license: License) => LicenseChange<Outcome>,
  ) => {
    let license: License | undefined
    const by = { at: now, actor: 'chat', address, fields: ['chat_id'] } as const
    const decide = (known: License) => {
      license = known
      return rule(known)
    }
    const outcome = await storage.changeLicense(project.id, key, decide, by)
    return { outcome, license }
  }

  const redeem = async (context: Context, chatId: string, key: string) => {
    if (!isLicenseKey(key)) return reply('This is not a license key. A license key is 32 letters.')
    const { now } = context
    const { outcome, license } = await changeLicense(context, key, (known) =>
      decideRedeem(known, chatId, now),
    )
    if (license !== undefined && outcome === 'banned') return reply(bannedRefusal(license).message)
    const stop = license && stopRefusal(license)
    if (stop !== undefined && outcome === 'stopped') return reply(stop.message)
    if (license !== undefined && outcome === 'expired') return reply(expiredRefusal(license).message)
    return reply(REDEEM_MESSAGES[outcome])
  }

  const reset = async (context: Context, chatId: string) => {
    const { project, now } = context
    const [linked] = await storage.listLicenses(project.id, { chatId }, { from: 0, until: 1 })
    if (linked === undefined) return reply(RESET_MESSAGES['not-linked'])
    if (linked.key === '') return reply(bannedRefusal(linked).message)
    const cooldownSeconds = project.resetCooldownSeconds
    const { outcome, license = linked } = await changeLicense(context, linked.key, (known) =>
      decideOwnReset(known, chatId, { cooldownSeconds }, now),
    )
    if (outcome === 'license-banned') return reply(bannedRefusal(license).message)
    const stop = stopRefusal(license)
    if (stop !== undefined && outcome === 'stopped') return reply(stop.message)
    if (outcome === 'on-cooldown') {
      const until = license.lastReset + cooldownSeconds
      // The platform shows this time in the reader's time zone and language.
      return reply(`Your HWID was reset not long ago. You can reset it again <t:${until}:R>.`)
    }
    if (outcome === 'offline-license-active') {
      return reply(`${RESET_MESSAGES[outcome]} It ends <t:${lastOfflineEnd(license)}:R>.`)
    }
    return reply(RESET_MESSAGES[outcome])
  }

  void app.register(async (scope) => {
    // The signature covers the bytes as they were sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )

    scope.post<{ Params: Params; Body: string | undefined }>(
      '/v3/projects/:project_id/chat',
      async (request, reply) => {
        const { now, ip: address } = request
        const project = await authenticate(request, now)
        if (isRefusal(project)) return sendRefusal(request, reply, project)
        const interaction = parseInteraction(readJson(request.body))
        switch (interaction?.kind) {
          case 'ping':
            return PONG
          case 'command':
            return panel(project.name)
          case 'redeem-pressed':
            return KEY_QUESTION
          case 'key-entered':
            return redeem({ project, now, address }, interaction.chatId, interaction.key)
          case 'reset-pressed':
            return reset({ project, now, address }, interaction.chatId)
          case undefined:
            return sendRefusal(request, reply, refuse('unknown-interaction'))
        }
      },
    )
  })
}

function readJson(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}

const REDEEM_MESSAGES: Readonly<Record<RedeemOutcome | 'chat-id-taken' | 'no-such-license', string>> = {
  linked: 'Redeemed: this license key is yours now. Enter it in the app to start.',
  'linked-already': 'This license key is yours already. Enter it in the app to start.',
  'has-chat-id': 'This license key belongs to somebody else. Ask the seller if you think this is a mistake.',
  'in-use': 'This license key is in use on a device already. Ask the seller to link it to you.',
  'chat-id-taken': 'Another license key is linked to you already. Ask the seller to change that.',
  'invalid-chat-id': 'This chat account cannot be linked. Ask the seller to link it for you.',
  'no-such-license': 'This license key is not known. Check that you copied all of it.',
  banned: 'This license key is blocked.',
  stopped: 'This license key was stopped.',
  expired: 'This license key has run out.',
}

const RESET_MESSAGES: Readonly<
  Record<ResetOutcome | 'stopped' | 'not-linked' | 'chat-id-taken' | 'no-such-license', string>
> = {
  reset: 'Your HWID was reset. The next device that uses your license key becomes its own.',
  'resets-disabled': 'HWID resets are disabled. Ask the seller to reset it for you.',
  'on-cooldown': 'Your HWID was reset not long ago. Try again later.',
  'offline-license-active':
    'A computer without internet has a license of this key (OFFLINE_LICENSE_ACTIVE). Ask the seller to move it.',
  'license-banned': 'This license key is blocked.',
  stopped: 'This license key was stopped.',
  'not-linked': 'No license key is linked to you. Press Redeem first.',
  'chat-id-taken': 'No license key is linked to you. Press Redeem first.',
  'no-such-license': 'No license key is linked to you. Press Redeem first.',
}
