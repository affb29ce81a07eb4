import {
  type Act,
  type Attack,
  bytes,
  having,
  onCheck,
  onDisplay,
  onSync,
  SHOWN,
  text,
  under,
} from '../attack.ts'

const UNWELL = ['service-unwell']
const MALFORMED = ['answer-malformed']
const YEAR = { 'retry-after': '31536000' }

/** Sends the authentic body with a raw status line and header. */
const headed = (statusLine: string, header = 'x-attack: 1'): Act =>
  bytes((socket, _, body) => {
    const head = `HTTP/1.1 ${statusLine}\r\ncontent-type: application/json\r\n${header}\r\n`
    socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`, 'latin1')
  })

/** Sends the same request on to an address that must not get it. */
const redirect =
  (status: number): Act =>
  (encounter) =>
    under(status, { location: encounter.trap.url + encounter.request.url?.slice(1) })(encounter)

/** The body is authentic, but the status or the headers contradict it. */
export const statuses: readonly Attack[] = [
  ...onCheck(MALFORMED, {
    'valid body under 201': under(201),
    'valid body under 203': under(203),
    'valid body under 400': under(400),
    'valid body under 401': under(401, { 'www-authenticate': 'Basic realm="Latchkey"' }),
  }),
  ...onCheck(['captive-portal'], {
    'valid body under 301': redirect(301),
    'valid body under 302': redirect(302),
    'valid body under 307': redirect(307),
    'redirect to the node itself': async (encounter) =>
      under(308, { location: encounter.request.url ?? '' })(encounter),
    'valid body under 302 that leads nowhere': under(302),
    'valid body under 511': under(511),
    'page that moves on by itself': async (encounter) =>
      text((body) => `<script>location="${encounter.trap.url}"</script>${body}`, {
        headers: { 'content-type': 'text/html', refresh: `0; url=${encounter.trap.url}` },
      })(encounter),
  }),
  ...onCheck(['captive-portal', 'answer-malformed'], { 'valid body under 304': under(304) }),
  ...onCheck(['answer-malformed', 'service-unwell'], {
    'valid body under 404': under(404),
    'no body under 204': text(() => '', { status: 204 }),
  }),
  ...onCheck(['proxy', 'outcome-unknown'], {
    'valid body under 407': under(407, { 'proxy-authenticate': 'Basic realm="Latchkey"' }),
  }),
  ...onCheck(['too-many-requests'], {
    'valid body under 429': under(429),
    '429 that asks for a year': under(429, YEAR),
  }).map(
    // The window waits before it sends a key again.
    having({ endsWindow: true }),
  ),
  ...onCheck(UNWELL, { '503 that asks for a year': under(503, YEAR) }).map(having({ endsWindow: true })),
  ...onCheck(UNWELL, {
    'valid body under 500': under(500),
    'valid body under 503': under(503),
    'body that breaks off under 500': bytes((socket) => {
      socket.write('HTTP/1.1 500 No\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{')
      setTimeout(() => socket.resetAndDestroy(), 100)
    }),
    'body that never ends under 503': bytes((socket) => {
      socket.write('HTTP/1.1 503 No\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{')
    }),
  }),
  ...onDisplay(SHOWN, {
    'cookie set beside a valid answer': under(200, { 'set-cookie': 'seen=1; Max-Age=31536000; Path=/' }),
    'valid answer that may be kept for a year': under(200, {
      'cache-control': 'public, max-age=31536000, immutable',
    }),
  }),
  // The answer is authentic, so it may be accepted. HTTP parsers may also reject the header.
  ...onDisplay(['KEY_VALID', 'outcome-unknown'], {
    'header in UTF-8': headed('200 OK', 'x-attack: \u00e2\u0082\u00ac'),
    'header in no encoding': headed('200 OK', 'x-attack: \u009b\u00ff\u00fe'),
    'reason in UTF-8': headed('200 \u00e2\u0082\u00ac'),
  }),
  ...onCheck(['service-unwell', 'outcome-unknown'], {
    'valid body under 999': headed('999 OK'),
    'valid body under 600': headed('600 OK'),
  }),
  ...onCheck(['answer-malformed', 'outcome-unknown'], {
    'login asked for in UTF-8': headed('401 No', 'www-authenticate: Basic realm="\u00e2\u0082\u00ac"'),
    'valid body under 0': headed('0 OK'),
    'valid body under 101': headed('101 OK', 'upgrade: x\r\nconnection: upgrade'),
  }),
  ...onSync(UNWELL, { 'sync under 999': headed('999 OK') }),
]
