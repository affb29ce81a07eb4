import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WaitingLimits } from '../domain/script-update.ts'

export type UploadRefusal = { readonly kind: 'too-many-uploads' }

export interface UploadRoomParts {
  readonly limits: WaitingLimits
  /** Of one body. */
  readonly mostBytes: number
}

/**
 * Refuses an upload before its body is read when those under way fill the memory that they may take, of its account or
 * of all. A body counts until its answer has left, by the length that was announced, or else by the longest it may have.
 */
export function createUploadRoom({ limits, mostBytes }: UploadRoomParts) {
  const mostOfAccount = Math.max(limits.perAccount.bytes, mostBytes)
  const mostInAll = Math.max(limits.inAll.bytes, mostBytes)
  const byAccount = new Map<string, number>()
  let inAll = 0

  return (request: FastifyRequest, reply: FastifyReply): UploadRefusal | undefined => {
    const { account, headers } = request
    if (account === undefined) throw new Error('The guard accepted a request without an account.')
    const announced = Number(headers['content-length'] ?? mostBytes)
    // A body that is too long is refused for that.
    const bytes = Number.isFinite(announced) ? Math.min(announced, mostBytes) : mostBytes
    const ofAccount = byAccount.get(account.id) ?? 0
    if (ofAccount + bytes > mostOfAccount || inAll + bytes > mostInAll) {
      return { kind: 'too-many-uploads' }
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
