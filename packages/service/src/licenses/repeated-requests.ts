import { createHash } from 'node:crypto'
import type { KeysChanged } from '@latchkey/management'
import { isRefusal, type Refusal } from '../core/refusal.ts'
import type { RequestProgress } from './change-many.ts'
import type { RequestStorage } from './request-storage.ts'

type Answer = KeysChanged | Refusal

/**
 * Stores the latest requests, which a client may repeat because the connection broke. They are in
 * the database, because a client may repeat one at another node. After such a request, its filter
 * matches another number of keys, so running it again would be refused. A request that was accepted
 * but not answered continues where it was. Refusals are not stored: they changed nothing.
 */
export function createRepeatedRequests(
  storage: Pick<RequestStorage, 'findRequest' | 'acceptRequest' | 'answerRequest'>,
) {
  const running = new Map<string, Promise<Answer>>()

  const runOnce = async (
    projectId: string,
    name: string,
    run: (progress: RequestProgress) => Promise<Answer>,
  ): Promise<Answer> => {
    const before = await storage.findRequest(name)
    if (before !== undefined && before.answer !== '') return JSON.parse(before.answer) as KeysChanged
    const answer = await run({
      newest: before?.newest,
      accept: (newest) => storage.acceptRequest(projectId, name, newest),
    })
    // The keys are changed, even if the answer cannot be stored.
    if (!isRefusal(answer)) await storage.answerRequest(name, JSON.stringify(answer)).catch(() => undefined)
    return answer
  }

  return (
    projectId: string,
    request: readonly unknown[],
    run: (progress: RequestProgress) => Promise<Answer>,
  ): Promise<Answer> => {
    const name = createHash('sha256')
      .update(JSON.stringify([projectId, ...request]))
      .digest('base64')
    const known = running.get(name)
    if (known !== undefined) return known
    const answer = runOnce(projectId, name, run).finally(() => running.delete(name))
    running.set(name, answer)
    return answer
  }
}
