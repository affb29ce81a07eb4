import { OWNER_ANSWERS, type OwnerAnswer, OwnerAskRecord } from '@latchkey/protocol'
import { Check } from 'typebox/value'
import { parseRefusal, type Verdict } from './verify-answer.ts'

/** What became of a request to the owner. */
export interface OwnerStatus {
  readonly answer: OwnerAnswer
  /** Only in the answer to the request itself, while it waits. */
  readonly words: readonly string[]
}

const WORD = /^[a-z]{1,20}$/

/** Verifies the body of the answer to such a request. Its signature covers all of it. */
export function verifyOwnerAnswer(body: unknown): Verdict<OwnerStatus> {
  if (!Check(OwnerAskRecord, body)) return { kind: 'malformed', why: 'not an answer about the owner' }
  const answer = OWNER_ANSWERS.find((code) => code === body.code)
  if (answer === undefined) return parseRefusal(body)
  return { kind: 'valid', answer, words: body.words?.filter((word) => WORD.test(word)).slice(0, 2) ?? [] }
}
