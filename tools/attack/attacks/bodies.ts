import { gzipSync } from 'node:zlib'
import { type Act, type Attack, bytes, onCheck, text } from '../attack.ts'

const MALFORMED = ['answer-malformed']
const PORTAL = ['captive-portal']

const LOGIN_PAGE =
  '<!DOCTYPE html><html><head><title>Welcome to the hotel</title></head><body>Room number?</body></html>'

const typed = (contentType: string): Act => text((body) => body, { headers: { 'content-type': contentType } })

const inside = (start: string, end = ''): Act => text((body) => start + body + end)

/** Adds duplicate fields: parsers differ in which one they use. */
const before = (fields: string): Act => text((body) => body.replace('{', `{${fields},`))
const behind = (fields: string): Act => text((body) => body.replace(/\}$/, `,${fields}}`))

/** The fields are authentic, but the content type, encoding or JSON is invalid. */
export const bodies: readonly Attack[] = [
  onCheck('valid body as HTML', PORTAL, typed('text/html; charset=utf-8')),
  onCheck('valid body as plain text', MALFORMED, typed('text/plain')),
  onCheck('valid body as a script', MALFORMED, typed('text/javascript')),
  onCheck('valid body as JSON lines', MALFORMED, typed('application/jsonlines')),
  onCheck('wrong charset', MALFORMED, typed('application/json; charset=utf-16le')),
  onCheck(
    'content type with control characters',
    MALFORMED,
    bytes((socket, _, body) => {
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: text/\u009b\u00ad31mred\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        'latin1',
      )
    }),
  ),
  onCheck(
    'body in UTF-16',
    MALFORMED,
    text((body) => Buffer.from(`\ufeff${body}`, 'utf16le')),
  ),
  onCheck('byte order mark', MALFORMED, inside('\ufeff')),
  onCheck(
    'bytes that are no UTF-8',
    MALFORMED,
    text((body) =>
      Buffer.concat([Buffer.from(body.slice(0, -1)), Buffer.from(',"x":"\xc3\x28"}', 'latin1')]),
    ),
  ),
  onCheck(
    'captive portal answers the check',
    PORTAL,
    text(() => LOGIN_PAGE, { headers: { 'content-type': 'text/html' } }),
  ),
  onCheck(
    'captive portal that says it is JSON',
    PORTAL,
    text(() => LOGIN_PAGE),
  ),
  onCheck(
    'empty body',
    MALFORMED,
    text(() => ''),
  ),
  onCheck('something behind the JSON', MALFORMED, inside('', ' x')),
  onCheck(
    'two answers in one body',
    MALFORMED,
    text((body) => body + body),
  ),
  onCheck('prefix against script inclusion', MALFORMED, inside(")]}',\n")),
  onCheck('JSON with a comment', MALFORMED, inside('/* valid */ ')),
  onCheck(
    'JSON with a trailing comma',
    MALFORMED,
    text((body) => body.replace(/\}$/, ',}')),
  ),
  onCheck('duplicate code, the valid one last', MALFORMED, before('"code":"KEY_BANNED"')),
  onCheck('duplicate code, the valid one first', MALFORMED, behind('"code":"KEY_BANNED"')),
  onCheck('duplicate code, spelt with an escape', MALFORMED, before('"\\u0063ode":"KEY_BANNED"')),
  onCheck('duplicate signature', MALFORMED, before('"signature":"0000000000000000000000000000000000000000"')),
  onCheck(
    'duplicate note, deep inside',
    MALFORMED,
    text((body) => body.replace('"note":', '"note":"a","note":')),
  ),
  onCheck('__proto__ beside the answer', MALFORMED, behind('"__proto__":{"code":"KEY_VALID"}')),
  onCheck(
    '__proto__ in the place of the answer',
    MALFORMED,
    text((body) => `{"__proto__":${body}}`),
  ),
  onCheck('__proto__ spelt with an escape', MALFORMED, behind('"__pr\\u006fto__":{}')),
  onCheck('padded to a megabyte', MALFORMED, inside('', ' '.repeat(2 ** 20))),
  onCheck(
    'brackets as deep as the limit allows',
    MALFORMED,
    behind(`"x":${'['.repeat(30_000)}${']'.repeat(29_999)}`),
  ),
  onCheck(
    'compressed bomb',
    MALFORMED,
    text((body) => gzipSync(body + ' '.repeat(64 * 2 ** 20)), {
      headers: { 'content-encoding': 'gzip' },
    }),
  ),
]
