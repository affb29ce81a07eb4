import {
  type Act,
  type Attack,
  bytes,
  type Encounter,
  field,
  having,
  onSync,
  record,
  send,
  text,
  under,
} from '../attack.ts'

const MALFORMED = ['answer-malformed']

const listing = (nodes: (encounter: Encounter) => unknown): Act =>
  record((authentic, encounter) => ({ ...authentic, nodes: nodes(encounter) }))

const authority = ({ trap }: Encounter): string => `${trap.host}:${trap.port}`

/** Addresses in private and reserved ranges. */
const INTERNAL = [
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '0.0.0.0',
  '[fc00::1]',
  '[fe80::1]',
  '[::ffff:192.168.1.1]',
]

export const nodeLists: readonly Attack[] = [
  // Lists without any allowed address.
  ...onSync(['no-usable-node'], {
    'nodes: none': listing(() => []),
    'nodes: file:': listing(() => ['file:///etc/passwd', 'file://localhost/etc/']),
    'nodes: javascript: and data:': listing(() => ['javascript:alert(1)//', 'data:application/json,{}']),
    'nodes: the app’s own scheme': listing(() => ['app://product/', 'app://gate/']),
    'nodes: http: to elsewhere': listing(() => ['http://license.example/', 'http://node.invalid/']),
    'nodes: with credentials': listing((e) => [
      `http://user:password@${authority(e)}/`,
      `http://user@${authority(e)}/`,
    ]),
    'nodes: internal addresses': listing(() => INTERNAL.map((host) => `https://${host}/`)),
    'nodes: another address of this machine': listing(({ trap }) => [`https://127.0.0.2:${trap.port}/`]),
    'nodes: with a query': listing(({ trap }) => [`${trap.url}?next=`]),
    'nodes: with a fragment': listing(({ trap }) => [`${trap.url}#`]),
    'nodes: that a parser would repair': listing((e) => [
      `http:\\\\${authority(e)}\\`,
      `http:${authority(e)}/`,
      ` http://${authority(e)}/`,
      `ht\ttp://${authority(e)}/`,
      `http:///${authority(e)}/`,
    ]),
    'nodes: with port 0': listing(() => ['http://127.0.0.1:0/', 'https://license.example:0/']),
    'nodes: longer than an address': listing(({ trap }) => [`${trap.url}${'a/'.repeat(2_000)}`]),
    'nodes: empty texts': listing(() => ['', ' ', '/', 'http://', 'https://']),
    'nodes: a usable one behind a thousand others': listing(({ trap }) => [
      ...Array(1_000).fill('ftp://license.example/'),
      trap.url,
    ]),
    'nodes: names of the local network': listing(() => [
      'https://printer.local/',
      'https://router/',
      'https://nas.lan./',
    ]),
    'nodes: a name with an empty label': listing(() => ['https://license..example/']),
  }),
  ...onSync(MALFORMED, {
    'nodes: a huge list': listing(({ trap }) => Array(20_000).fill(trap.url)),
    'nodes: no list': listing(({ trap }) => trap.url),
    'nodes: not texts': listing(() => [null, 7, { url: 'https://license.example/' }]),
    'nodes: missing': record(({ nodes: _, ...rest }) => rest),
  }),
]

const LOGIN_PAGE = '<!DOCTYPE html><title>Welcome to the hotel</title><form>Room number?</form>'
const HALF = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"st":'

export const syncs: readonly Attack[] = [
  ...onSync(MALFORMED, {
    'st as a text': record((sync) => ({ ...sync, st: String(sync['st']) })),
    'st zero': field('st', '0'),
    'st negative': field('st', '-1'),
    'st fractional': field('st', '1700000000.5'),
    'st beyond 32 bits': field('st', '4102444800'),
    'st infinite': field('st', '1e999'),
    'st missing': record(({ st: _, ...rest }) => rest),
    'st twice': text((body) => body.replace('{', '{"st":1,')),
    'sync with __proto__': text((body) => body.replace('{', '{"__proto__":{"st":1},')),
    'sync as a text within JSON': record((sync) => JSON.stringify(sync)),
    'sync padded to a megabyte': text((body) => body + ' '.repeat(2 ** 20)),
  }),
  ...onSync(['TIME_ERROR'], {
    'st far in the future': field('st', '2147483647'),
    'st years ago': field('st', '1600000000'),
  }),
  ...onSync(['captive-portal'], {
    'sync as HTML': under(200, { 'content-type': 'text/html' }),
    'sync redirected': async (encounter) => under(302, { location: `${encounter.trap.url}sync` })(encounter),
    'captive portal answers the sync': (encounter) =>
      send(encounter, LOGIN_PAGE, { headers: { 'content-type': 'text/html' } }),
  }),
  ...onSync(['service-unwell'], {
    'sync under 500': under(500),
    'sync under 201': under(201),
    'sync that breaks off': bytes((socket) => socket.end(HALF)),
  }),
  ...onSync(['too-many-requests'], {
    'sync under 429 that asks for a year': under(429, { 'retry-after': '31536000' }),
  }).map(having({ endsWindow: true })),
  ...onSync(['timed-out'], {
    'sync that never ends': bytes((socket) => socket.write(HALF)),
    'sync without an answer': () => {},
  }).map(having({ isSlow: true })),
]
