import { createHash } from 'node:crypto'
import type { KeysChanged } from '@latchkey/management'
import { isRefusal, type Refusal } from './refusals.ts'

/** Few, because an answer names up to 5,000 keys. */
const REMEMBERED = 20

type Answer = KeysChanged | Refusal

/**
 * Remembers the answers of the latest requests that a client may repeat because the connection
 * broke. After such a request another number of keys matches its filter, so that running it again
 * would be refused. A request that still runs is waited for. Refusals are not remembered: they
 * changed nothing.
 */
export function createRepeatedRequests() {
  const answers = new Map<string, Promise<Answer>>()
  return (request: readonly unknown[], run: () => Promise<Answer>): Promise<Answer> => {
    const name = createHash('sha256').update(JSON.stringify(request)).digest('base64')
    const known = answers.get(name)
    if (known !== undefined) return known
    const answer = run()
    answers.set(name, answer)
    const forget = () => answers.delete(name)
    answer.then((ended) => isRefusal(ended) && forget(), forget)
    const [oldest] = answers.keys()
    if (answers.size > REMEMBERED && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
