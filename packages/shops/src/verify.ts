import { createHmac, timingSafeEqual } from 'node:crypto'

/** A delivery of a shop, as it arrived. SECURITY: the signature is over the bytes, before any parser reads them. */
export interface ReceivedDelivery {
  readonly body: Uint8Array
  /** By name, in any case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What a delivery is verified with. */
export interface Verification {
  /** While a secret is replaced, the old and the new one. */
  readonly secrets: readonly string[]
  /** Unix seconds. */
  readonly now: number
  /** How old a signature may be, where the shop signs a time. Default: the adapter's. */
  readonly toleranceSeconds?: number | undefined
}

/**
 * Why a delivery was refused:
 * - `no-signature`: the header is missing
 * - `unreadable-signature`: the header has another form than the shop documents
 * - `wrong-signature`: made with another secret, or for another body
 * - `changed-body`: right for the same JSON with other white space: a proxy has written it again
 * - `too-old`: right, but the signed time is too long ago by this clock
 */
export type Refusal = 'no-signature' | 'unreadable-signature' | 'wrong-signature' | 'changed-body' | 'too-old'

/** Whether the shop made a delivery. */
export type Verdict = { readonly kind: 'authentic' } | { readonly kind: 'refused'; readonly reason: Refusal }

/** How a shop signs: HMAC-SHA256 in lower-case hex, the key is the whole secret as UTF-8. */
export interface Scheme {
  /** In lower case. */
  readonly header: string
  /** Absent: the header is the signature, of the body alone. */
  readonly timed?: {
    /** The names and the separator of the header: `t=1,v1=…,v1=…`. Other names are skipped. */
    readonly time: string
    readonly signature: string
    readonly separator: string
    /** What is signed between the time and the body. */
    readonly join: string
    /** How old a signature may be if the caller does not say it. */
    readonly toleranceSeconds: number
  }
}

/** Larger bodies are not searched for what a proxy has changed, because anybody can send them. */
const LARGEST_COMPARED_BYTES = 64 * 1024

const refused = (reason: Refusal): Verdict => ({ kind: 'refused', reason })

/** Verifies every signature of the header with every secret. Never throws. */
export function verifyAs(scheme: Scheme, { body, headers }: ReceivedDelivery, by: Verification): Verdict {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === scheme.header ? (value ?? []) : [],
  )
  const [header] = values
  if (header === undefined || header === '') return refused('no-signature')
  const signed = values.length > 1 ? undefined : readHeader(scheme, header)
  if (signed === undefined || signed.signatures.length === 0) return refused('unreadable-signature')
  const isSigned = (content: Uint8Array | string): boolean =>
    by.secrets.some((secret) => {
      // SECURITY: everybody can sign with an empty secret.
      if (secret === '') return false
      const expected = signatureOf(secret, signed.prefix, content)
      return signed.signatures.some((signature) => isSame(signature, expected))
    })
  if (!isSigned(body)) return refused(writtenAgain(body).some(isSigned) ? 'changed-body' : 'wrong-signature')
  // The time is compared last: this reason is only for what the shop has made.
  const tolerance = by.toleranceSeconds ?? scheme.timed?.toleranceSeconds ?? 0
  // SECURITY: not the opposite of `>`, because a time that is no number is refused, too.
  const isRecent = signed.at === undefined || by.now - signed.at <= tolerance
  return isRecent ? { kind: 'authentic' } : refused('too-old')
}

/** The header that the shop would send. `now` is in Unix seconds. */
export function signAs({ header, timed }: Scheme, body: string, secret: string, now: number) {
  if (timed === undefined) return { [header]: signatureOf(secret, '', body) }
  const { time, signature, separator, join } = timed
  const hex = signatureOf(secret, `${now}${join}`, body)
  return { [header]: `${time}=${now}${separator}${signature}=${hex}` }
}

interface SignedHeader {
  /** Several while the shop replaces a secret. */
  readonly signatures: readonly string[]
  /** What is signed before the body. */
  readonly prefix: string
  /** Unix seconds. */
  readonly at?: number
}

function readHeader({ timed }: Scheme, header: string): SignedHeader | undefined {
  if (timed === undefined) return { signatures: [header], prefix: '' }
  const pairs = header.split(timed.separator)
  const valuesOf = (name: string) =>
    pairs.flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []))
  const [time, ...others] = valuesOf(timed.time)
  if (time === undefined || !/^\d{1,12}$/.test(time) || others.length > 0) return undefined
  return { signatures: valuesOf(timed.signature), prefix: time + timed.join, at: Number(time) }
}

const signatureOf = (secret: string, prefix: string, body: Uint8Array | string): string =>
  createHmac('sha256', secret).update(prefix).update(body).digest('hex')

/** SECURITY: lengths first, because `timingSafeEqual` throws for different ones, then constant time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The forms in which shops write JSON: what a proxy or a parser in front has made of them. */
function writtenAgain(body: Uint8Array): readonly string[] {
  if (body.length > LARGEST_COMPARED_BYTES) return []
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString())
    return [JSON.stringify(value), JSON.stringify(value, null, 2)]
  } catch {
    return []
  }
}
