import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../core/refusal.ts'
import type { WaitingLimits } from '../core/settings.ts'

const TOO_MANY_UPLOADS: Refusal = {
  kind: 'too-many-uploads',
  status: 429,
  message: 'Too many scripts are being uploaded. Send this one again in a moment.',
  retryAfterSeconds: 5,
}

/**
 * Refuses an upload before its body is read, if the uploads under way have reached their limit of
 * memory, for its account or in all. A body counts until its answer is sent, with its
 * Content-Length, or with the longest allowed length if it has none.
 * @param mostBytes of one body
 */
export function createUploadRoom(limits: WaitingLimits, mostBytes: number) {
  const mostOfAccount = Math.max(limits.perAccount.bytes, mostBytes)
  const mostInAll = Math.max(limits.inAll.bytes, mostBytes)
  const byAccount = new Map<string, number>()
  let inAll = 0

  return (request: FastifyRequest, reply: FastifyReply) => {
    const { account, headers } = request
    if (account === undefined) throw new Error('The guard accepted a request without an account.')
    const announced = Number(headers['content-length'] ?? mostBytes)
    // A body that is too long is refused for its length.
    const bytes = Number.isFinite(announced) ? Math.min(announced, mostBytes) : mostBytes
    const ofAccount = byAccount.get(account.id) ?? 0
    if (ofAccount + bytes > mostOfAccount || inAll + bytes > mostInAll) {
      return TOO_MANY_UPLOADS
    }
    byAccount.set(account.id, ofAccount + bytes)
    inAll += bytes
    reply.raw.once('close', () => {
      inAll -= bytes
      const left = (byAccount.get(account.id) ?? 0) - bytes
      if (left > 0) byAccount.set(account.id, left)
      else byAccount.delete(account.id)
    })
    return undefined
  }
}
