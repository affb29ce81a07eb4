import { CHANNEL_PATTERN, ENDPOINTS } from '@latchkey/management'
import { CLIENT_DEVICE_HEADER, UPDATE_TOKEN_HEADER } from '@latchkey/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decideUpdateToken } from '../checks/check-key.ts'
import { registerUse } from '../checks/routes.ts'
import { deviceHashOf } from '../checks/update-tokens.ts'
import type { Api } from '../core/http/module.ts'
import { refuseBy, sendRefusal } from '../core/http/refusals.ts'
import { linkedDevices } from '../core/license/devices.ts'
import { isRefusal, type Refusal } from '../core/refusal.ts'
import { limitAddressBy } from '../core/security/access.ts'
import { feedContent, wantedBy } from './feed.ts'
import { readRange } from './folder.ts'
import type { ReleaseParts } from './parts.ts'
import { etagOf, rangeOf } from './range.ts'
import { refuse } from './refusals.ts'
import { type Asker, covers, isOfferedTo, releaseFor } from './release-for.ts'
import type { ProjectReleases } from './storage.ts'

const CHANNEL = new RegExp(CHANNEL_PATTERN)
/** The name that electron-updater gives to each installation, as a header. */
const STAGING_HEADER = 'x-user-staging-id'

interface FeedParams {
  readonly project: string
  readonly channel: string
  readonly file: string
}
type FileParams = FeedParams & { readonly version: string }

/** Registers the feed of updates as electron-updater reads it, its files, and the request for a token. */
export function registerFeeds({ app }: Api, parts: ReleaseParts): void {
  const { storage, releaseFolder: folder, requestLimit, updateTokens, measured, submit, log } = parts
  const limit = { onRequest: refuseBy(limitAddressBy(requestLimit)) }

  registerUse(app, parts, 'updates', ENDPOINTS.getUpdateToken, (attempt) =>
    measured(attempt, () => submit({ ...attempt, rule: decideUpdateToken })),
  )

  /** Finds who asks. SECURITY: what the license covers is decided now, and not by the token. */
  const askerOf = async (request: FastifyRequest, found: ProjectReleases): Promise<Asker | Refusal> => {
    const { headers, now } = request
    const given = headers[UPDATE_TOKEN_HEADER]
    if (given === undefined) return { license: undefined, device: String(headers[STAGING_HEADER] ?? '') }
    const [, token = ''] = /^Bearer +([\w-]+)$/i.exec(given) ?? []
    const owner = updateTokens.read(found.appName, token, now)
    if (typeof owner === 'string') return refuse(`token-${owner}`)
    const { deviceHash, key } = owner
    const license = await storage.findLicenseOfAsker(found.projectId, key)
    const device = headers[CLIENT_DEVICE_HEADER]
    // SECURITY: the token of a device that was released meanwhile, or of another one, opens nothing.
    const isLinked = license && linkedDevices(license).some((one) => deviceHashOf(one) === deviceHash)
    const isOwn = device === undefined || deviceHashOf(String(device)) === deviceHash
    return isLinked && isOwn ? { license, device: deviceHash } : refuse('token-wrong')
  }

  const find = async (request: FastifyRequest<{ Params: FeedParams }>) => {
    const { project, channel } = request.params
    const found = CHANNEL.test(channel) ? await storage.findReleases(project) : undefined
    if (found === undefined || found.releases.length === 0) return refuse('no-such-channel')
    const asker = await askerOf(request, found)
    return isRefusal(asker) ? asker : { found, asker }
  }

  app.get<{ Params: FeedParams }>('/updates/:project/:channel/:file', limit, async (request, reply) => {
    const { channel, file } = request.params
    const platform = wantedBy(file)
    const known = platform === undefined ? refuse('no-such-channel') : await find(request)
    if (isRefusal(known) || platform === undefined) return send(request, reply, known)
    const { asker, found } = known
    const wanted = { channel, ...platform }
    const offer = releaseFor(asker, wanted, found.releases, found.settings, request.now)
    return reply.type('text/yaml; charset=utf-8').send(feedContent(offer, found.settings))
  })

  app.get<{ Params: FileParams }>(
    '/updates/:project/:channel/:version/:file',
    limit,
    async (request, reply) => {
      const known = await find(request)
      if (isRefusal(known)) return send(request, reply, known)
      const { asker, found } = known
      const { version, channel, file: name } = request.params
      const release = found.releases.find((one) => one.version === version)
      const file = release?.files.find(({ signed, isWhole }) => isWhole && signed.file === name)
      if (!release || !file || !isOfferedTo(release, channel, asker.device)) {
        return send(request, reply, refuse('no-such-file'))
      }
      const { signed, uploadId } = file
      if (!covers(asker, found.settings, signed, request.now)) {
        return send(request, reply, refuse('not-covered'))
      }
      const range = rangeOf(request.headers, signed)
      if (range === undefined) {
        void reply.header('content-range', `bytes */${signed.size}`)
        return send(request, reply, refuse('range-not-satisfiable'))
      }
      const opened = await folder?.open(uploadId, signed.size)
      if (opened === undefined) {
        log.error({ version, uploadId }, 'a file of a release is missing, or has another size')
        return send(request, reply, refuse('file-not-whole'))
      }
      const { start, end, isPart } = range
      reply.raw.once('finish', () => {
        if (end !== signed.size - 1) return
        storage.countDownload(uploadId).catch((error: unknown) => {
          log.warn({ err: error }, 'a download was not counted')
        })
      })
      if (isPart) void reply.code(206).header('content-range', `bytes ${start}-${end}/${signed.size}`)
      return reply
        .type('application/octet-stream')
        .headers({ 'accept-ranges': 'bytes', etag: etagOf(signed), 'content-length': end - start + 1 })
        .header('cache-control', 'no-store, no-transform')
        .send(readRange(opened, range))
    },
  )
}

const send = (request: FastifyRequest, reply: FastifyReply, refusal: object): FastifyReply =>
  sendRefusal(request, reply, refusal as Refusal)
