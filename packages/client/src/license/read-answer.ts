import { cleanText } from './clean-text.ts'
import { strictJson } from './strict-json.ts'
import type { TransportAnswer } from './transport.ts'

/** Answers have a few hundred bytes; a list of sixteen long node addresses has about 5,000. */
export const MAX_ANSWER_BYTES = 64 * 1024

export type ReadAnswer =
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  /** An HTML page instead of an answer of the service. */
  | { readonly kind: 'page' }
  | { readonly kind: 'malformed'; readonly why: string }
  /** The connection closed before the end of the answer. */
  | { readonly kind: 'broken' }

/**
 * Reads the body of an answer as JSON in UTF-8. Stops after `maxBytes`, counted after
 * decompression. Never rejects.
 */
export async function readAnswer(answer: TransportAnswer, maxBytes = MAX_ANSWER_BYTES): Promise<ReadAnswer> {
  const type = answer.header('content-type')?.trim().toLowerCase() ?? ''
  const isPage = /^(text\/html|application\/xhtml\+xml)\b/.test(type)
  if (!isPage && type !== '' && !isJsonInUtf8(type)) return malformed(`content type ${quote(type)}`)
  const bytes = await readBytes(answer.body, maxBytes)
  if (bytes === 'broken') return { kind: 'broken' }
  if (isPage) return { kind: 'page' }
  if (bytes === 'too-long') return malformed(`longer than ${maxBytes} bytes`)
  let text: string
  try {
    // A byte order mark is kept, so that JSON.parse rejects it: other parsers may treat it
    // differently.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return malformed('not UTF-8')
  }
  const value = strictJson(text)
  if (value !== strictJson.malformed) return { kind: 'json', value, text }
  return /^\s*<(!doctype|html|head|body|script|meta)\b/i.test(text)
    ? { kind: 'page' }
    : malformed('not JSON, or ambiguous')
}

const malformed = (why: string): ReadAnswer => ({ kind: 'malformed', why })

const isJsonInUtf8 = (type: string): boolean => {
  const [essence = '', ...parameters] = type.split(';').map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return (
    (essence === 'application/json' || /^application\/[\w.-]+\+json$/.test(essence)) &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  )
}

const quote = (text: string): string => JSON.stringify(cleanText(text, 60))

async function readBytes(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | 'too-long' | 'broken'> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      length += chunk.byteLength
      // Leaving the loop ends the transfer of an endless answer.
      if (length > maxBytes) return 'too-long'
      chunks.push(chunk)
    }
  } catch {
    return 'broken'
  }
  return Buffer.concat(chunks)
}
