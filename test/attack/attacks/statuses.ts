import { type Attack, onCheck, onDisplay, text, under } from '../attack.ts'

const UNWELL = ['service-unwell']
const YEAR = { 'retry-after': '31536000' }

/** The body is authentic, and the status or the headers say something else. */
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
]
