import { timingSafeEqual } from 'node:crypto'
import type { LicenseKey } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import {
  endFiles,
  hashOfKey,
  type LicenseHistory,
  NONE_ENDED,
  Seconds,
  StoredTime,
} from './license-history.ts'
import { SignedAnswer } from './signed-answer.ts'

/** The content of the sealed field `proof`. */
export const ProofRecord = Type.Object({
  /** Hash of the key that the proof belongs to. */
  keyHash: Type.String(),
  /** The time of the history. Files of older versions have no history. */
  time: StoredTime,
  proof: Type.Optional(
    Type.Object({
      checkedAt: Seconds,
      license: Type.Object({
        note: Type.String(),
        executions: Type.Integer({ minimum: 0 }),
        expiresAt: Type.Union([Type.Literal('never'), Seconds]),
      }),
      signed: Type.Optional(SignedAnswer),
    }),
  ),
  offline: Type.Optional(Type.Object({ file: Type.String({ maxLength: 16_384 }) })),
  /** Only in files of older versions: now in the history. */
  offlineEndedAt: Type.Optional(Seconds),
  isTrial: Type.Optional(Type.Literal(true)),
  reminded: Type.Optional(
    Type.Object({
      expiresAt: Seconds,
      days: Type.Union([Type.Literal(7), Type.Literal(3), Type.Literal(1)]),
    }),
  ),
})
export type ProofRecord = Type.Static<typeof ProofRecord>

/** The record in a sealed text, if it belongs to this key. */
export function parseProofRecord(text: string | undefined, key: LicenseKey): ProofRecord | undefined {
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Check(ProofRecord, value)) return undefined
  // SECURITY: refuse the proof of another key.
  const [expected, given] = [Buffer.from(hashOfKey(key)), Buffer.from(value.keyHash)]
  return expected.length === given.length && timingSafeEqual(expected, given) ? value : undefined
}

/** The history of a file of an older version. */
export const historyOf = ({ time, offlineEndedAt }: ProofRecord, key: LicenseKey): LicenseHistory => ({
  time,
  ended: offlineEndedAt === undefined ? NONE_ENDED : endFiles(NONE_ENDED, key, offlineEndedAt),
})
