import { gzipSync } from 'node:zlib'
import { type Act, type Attack, bytes, onCheck, onDisplay, text } from '../attack.ts'

const LOGIN_PAGE =
  '<!DOCTYPE html><html><head><title>Welcome to the hotel</title></head><body>Room number?</body></html>'

const typed = (contentType: string): Act => text((body) => body, { headers: { 'content-type': contentType } })

const inside = (start: string, end = ''): Act => text((body) => start + body + end)

/** Adds duplicate fields: parsers differ in which one they use. */
const before = (fields: string): Act => text((body) => body.replace('{', `{${fields},`))
const behind = (fields: string): Act => text((body) => body.replace(/\}$/, `,${fields}}`))

const compressed = (padding: number): Act =>
  text((body) => gzipSync(body + ' '.repeat(padding)), { headers: { 'content-encoding': 'gzip' } })

/** The fields are authentic, but the content type, encoding or JSON is invalid. */
export const bodies: readonly Attack[] = [
  ...onCheck(['captive-portal'], {
    'valid body as HTML': typed('text/html; charset=utf-8'),
    'captive portal answers the check': text(() => LOGIN_PAGE, { headers: { 'content-type': 'text/html' } }),
    'captive portal that says it is JSON': text(() => LOGIN_PAGE),
  }),
  ...onCheck(['answer-malformed'], {
    'valid body as plain text': typed('text/plain'),
    'valid body as a script': typed('text/javascript'),
    'valid body as JSON lines': typed('application/jsonlines'),
    'wrong charset': typed('application/json; charset=utf-16le'),
    'content type with control characters': bytes((socket, _, body) => {
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/\u009b\u00ad31mred\r\n'
      socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, 'latin1')
    }),
    'body in UTF-16': text((body) => Buffer.from(`\ufeff${body}`, 'utf16le')),
    'body in UTF-16 without a mark': text((body) => Buffer.from(body, 'utf16le')),
    'byte order mark': inside('\ufeff'),
    'bytes that are no UTF-8': text((body) =>
      Buffer.concat([Buffer.from(body.slice(0, -1)), Buffer.from(',"x":"\xc3\x28"}', 'latin1')]),
    ),
    'empty body': text(() => ''),
    'something behind the JSON': inside('', ' x'),
    'two answers in one body': text((body) => body + body),
    'prefix against script inclusion': inside(")]}',\n"),
    'JSON with a comment': inside('/* valid */ '),
    'JSON with a trailing comma': text((body) => body.replace(/\}$/, ',}')),
    'duplicate code, the valid one last': before('"code":"KEY_BANNED"'),
    'duplicate code, the valid one first': behind('"code":"KEY_BANNED"'),
    'duplicate code, spelt with an escape': before('"\\u0063ode":"KEY_BANNED"'),
    'duplicate signature': before(`"signature":"${'0'.repeat(40)}"`),
    'duplicate note, deep inside': text((body) => body.replace('"note":', '"note":"a","note":')),
    '__proto__ beside the answer': behind('"__proto__":{"code":"KEY_VALID"}'),
    '__proto__ in the place of the answer': text((body) => `{"__proto__":${body}}`),
    '__proto__ spelt with an escape': behind('"__pr\\u006fto__":{}'),
    'padded to a megabyte': inside('', ' '.repeat(2 ** 20)),
    'brackets as deep as the limit allows': behind(`"x":${'['.repeat(30_000)}${']'.repeat(29_999)}`),
    'compressed bomb': compressed(64 * 2 ** 20),
  }),
  // No attacks: a service may answer like this.
  ...onDisplay(['KEY_VALID'], {
    'compressed answer': compressed(0),
    'UTF-8 in another spelling': typed('Application/JSON;Charset="UTF-8"'),
    'another kind of JSON': typed('application/problem+json'),
    'no content type': async (encounter) => {
      const { body } = await encounter.authentic()
      encounter.response.writeHead(200).end(body)
    },
  }),
]
