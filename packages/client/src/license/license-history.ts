import { createHash } from 'node:crypto'
import type { LicenseKey } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'

/** Unix seconds. */
export const Seconds = Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const StoredTime = Type.Object({
  offsetSeconds: Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  highestSeconds: Seconds,
  reservedUntilSeconds: Type.Optional(Seconds),
})

/** More keys than anybody enters on one computer. */
export const MOST_ENDED_KEYS = 100

/** Hash of a key, and the time of its end: files that were issued until then are refused. */
const EndedKey = Type.Object({ keyHash: Type.String({ maxLength: 64 }), until: Seconds })

const EndedFiles = Type.Object({
  keys: Type.Array(EndedKey, { maxItems: MOST_ENDED_KEYS }),
  /** The latest end of a key that had no more room in the list. It holds for every key. */
  anyKeyUntil: Type.Optional(Seconds),
})
/** Which license files open nothing any more, because the service has refused their key since. */
export type EndedFiles = Type.Static<typeof EndedFiles>

/**
 * What must not be forgotten with a license: SECURITY: otherwise a license file that has ended would
 * open the app again after its key was removed, and the computer's date set back.
 */
const LicenseHistory = Type.Object({ time: StoredTime, ended: EndedFiles })
export type LicenseHistory = Type.Static<typeof LicenseHistory>

export const NONE_ENDED: EndedFiles = { keys: [] }

/** The record in a sealed text; undefined when it is none. */
export function parseHistory(text: string | undefined): LicenseHistory | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return Check(LicenseHistory, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Ends the files of a key that were issued until then. Never gives an earlier end back. */
export function endFiles(ended: EndedFiles, key: LicenseKey, until: number): EndedFiles {
  const keyHash = hashOfKey(key)
  const before = ended.keys.find((each) => each.keyHash === keyHash)
  const others = ended.keys.filter((each) => each !== before)
  const keys = [...others, { keyHash, until: Math.max(until, before?.until ?? 0) }]
  const dropped = keys.splice(0, keys.length - MOST_ENDED_KEYS)
  // Files of other keys that are as old are refused as well. Their vendor can issue them again.
  const anyKeyUntil = Math.max(ended.anyKeyUntil ?? 0, ...dropped.map((each) => each.until))
  return { keys, ...(anyKeyUntil > 0 && { anyKeyUntil }) }
}

/** Whether a file of this key that was issued at this time has ended. */
export function isFileEnded(ended: EndedFiles, key: LicenseKey, issuedAt: number): boolean {
  const keyHash = hashOfKey(key)
  const own = ended.keys.find((each) => each.keyHash === keyHash)
  return issuedAt <= Math.max(own?.until ?? -1, ended.anyKeyUntil ?? -1)
}

/**
 * Links a sealed record to its key. A plain hash is enough: a key of 32 random letters cannot be
 * guessed. The prefix is part of the file format.
 */
export const hashOfKey = (key: LicenseKey): string =>
  createHash('sha256').update(`latchkey kept key ${key}`).digest('hex')
