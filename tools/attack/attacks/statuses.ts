import { type Act, type Attack, bytes, onCheck, onDisplay, onSync, text, under } from '../attack.ts'

const UNWELL = ['service-unwell']
const YEAR = { 'retry-after': '31536000' }

/** Sends the authentic body with a raw status line and header. */
const headed = (statusLine: string, header = 'x-attack: 1'): Act =>
  bytes((socket, _, body) => {
    const head = `HTTP/1.1 ${statusLine}\r\ncontent-type: application/json\r\n${header}\r\n`
    socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`, 'latin1')
  })

/** The answer is authentic, so it may be accepted. HTTP parsers may also reject the header. */
const MAY_BE_VALID = ['KEY_VALID', 'outcome-unknown']

/** The body is authentic, but the status or the headers contradict it. */
export const statuses: readonly Attack[] = [
  onCheck('valid body under 201', ['answer-malformed'], under(201)),
  onCheck('valid body under 203', ['answer-malformed'], under(203)),
  onCheck('valid body under 302', ['captive-portal'], async (encounter) =>
    under(302, { location: encounter.trap.url + encounter.request.url?.slice(1) })(encounter),
  ),
  onCheck('valid body under 307', ['captive-portal'], async (encounter) =>
    under(307, { location: encounter.trap.url + encounter.request.url?.slice(1) })(encounter),
  ),
  onCheck('redirect to the node itself', ['captive-portal'], async (encounter) =>
    under(308, { location: encounter.request.url ?? '' })(encounter),
  ),
  onCheck('valid body under 302 that leads nowhere', ['captive-portal'], under(302)),
  onCheck('valid body under 304', ['captive-portal', 'answer-malformed'], under(304)),
  onCheck(
    'valid body under 401',
    ['answer-malformed'],
    under(401, { 'www-authenticate': 'Basic realm="Latchkey"' }),
  ),
  onCheck('valid body under 404', ['answer-malformed', 'service-unwell'], under(404)),
  onCheck(
    'valid body under 407',
    ['proxy', 'outcome-unknown'],
    under(407, { 'proxy-authenticate': 'Basic realm="Latchkey"' }),
  ),
  onCheck('valid body under 429', ['too-many-requests'], under(429)),
  onCheck('429 that asks for a year', ['too-many-requests'], under(429, YEAR), { endsWindow: true }),
  onCheck('valid body under 500', UNWELL, under(500)),
  onCheck('503 that asks for a year', UNWELL, under(503, YEAR), { endsWindow: true }),
  onCheck(
    'body that breaks off under 500',
    UNWELL,
    bytes((socket) => {
      socket.write('HTTP/1.1 500 No\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{')
      setTimeout(() => socket.resetAndDestroy(), 100)
    }),
  ),
  onCheck('valid body under 511', ['captive-portal'], under(511)),
  onCheck(
    'no body under 204',
    ['answer-malformed', 'service-unwell'],
    text(() => '', { status: 204 }),
  ),
  onCheck('page that moves on by itself', ['captive-portal'], async (encounter) =>
    text((body) => `<script>location="${encounter.trap.url}"</script>${body}`, {
      headers: { 'content-type': 'text/html', refresh: `0; url=${encounter.trap.url}` },
    })(encounter),
  ),
  onDisplay(
    'cookie set beside a valid answer',
    under(200, { 'set-cookie': 'seen=1; Max-Age=31536000; Path=/' }),
  ),
  onDisplay(
    'valid answer that may be kept for a year',
    under(200, { 'cache-control': 'public, max-age=31536000, immutable' }),
  ),
  onDisplay('header in UTF-8', headed('200 OK', 'x-attack: \u00e2\u0082\u00ac'), MAY_BE_VALID),
  onDisplay('header in no encoding', headed('200 OK', 'x-attack: \u009b\u00ff\u00fe'), MAY_BE_VALID),
  onDisplay('reason in UTF-8', headed('200 \u00e2\u0082\u00ac'), MAY_BE_VALID),
  onCheck(
    'login asked for in UTF-8',
    ['answer-malformed', 'outcome-unknown'],
    headed('401 No', 'www-authenticate: Basic realm="\u00e2\u0082\u00ac"'),
  ),
  onCheck('valid body under 999', ['service-unwell', 'outcome-unknown'], headed('999 OK')),
  onCheck('valid body under 600', ['service-unwell', 'outcome-unknown'], headed('600 OK')),
  onCheck('valid body under 0', ['answer-malformed', 'outcome-unknown'], headed('0 OK')),
  onCheck(
    'valid body under 101',
    ['answer-malformed', 'outcome-unknown'],
    headed('101 OK', 'upgrade: x\r\nconnection: upgrade'),
  ),
  onSync('sync under 999', ['service-unwell'], headed('999 OK')),
]
