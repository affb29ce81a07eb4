import {
  type Act,
  type Attack,
  bytes,
  type Encounter,
  field,
  onSync,
  record,
  send,
  text,
  under,
} from '../attack.ts'

const NO_NODE = ['no-usable-node']
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

/** A node list without any allowed address. */
const unusable = (name: string, nodes: (encounter: Encounter) => readonly unknown[]): Attack =>
  onSync(name, NO_NODE, listing(nodes))

export const nodeLists: readonly Attack[] = [
  unusable('nodes: none', () => []),
  unusable('nodes: file:', () => ['file:///etc/passwd', 'file://localhost/etc/']),
  unusable('nodes: javascript: and data:', () => ['javascript:alert(1)//', 'data:application/json,{}']),
  unusable('nodes: the app’s own scheme', () => ['app://product/', 'app://gate/']),
  unusable('nodes: http: to elsewhere', () => ['http://license.example/', 'http://node.invalid/']),
  unusable('nodes: with credentials', (e) => [
    `http://user:password@${authority(e)}/`,
    `http://user@${authority(e)}/`,
  ]),
  unusable('nodes: internal addresses', () => INTERNAL.map((host) => `https://${host}/`)),
  unusable('nodes: another address of this machine', ({ trap }) => [`https://127.0.0.2:${trap.port}/`]),
  unusable('nodes: with a query', ({ trap }) => [`${trap.url}?next=`]),
  unusable('nodes: with a fragment', ({ trap }) => [`${trap.url}#`]),
  unusable('nodes: that a parser would repair', (e) => [
    `http:\\\\${authority(e)}\\`,
    `http:${authority(e)}/`,
    ` http://${authority(e)}/`,
    `ht\ttp://${authority(e)}/`,
    `http:///${authority(e)}/`,
  ]),
  unusable('nodes: with port 0', () => ['http://127.0.0.1:0/', 'https://license.example:0/']),
  unusable('nodes: longer than an address', ({ trap }) => [`${trap.url}${'a/'.repeat(2_000)}`]),
  unusable('nodes: empty texts', () => ['', ' ', '/', 'http://', 'https://']),
  onSync(
    'nodes: a huge list',
    MALFORMED,
    listing(({ trap }) => Array(20_000).fill(trap.url)),
  ),
  onSync(
    'nodes: a usable one behind a thousand others',
    NO_NODE,
    listing(({ trap }) => [...Array(1_000).fill('ftp://license.example/'), trap.url]),
  ),
  unusable('nodes: names of the local network', () => [
    'https://printer.local/',
    'https://router/',
    'https://nas.lan./',
  ]),
  unusable('nodes: a name with an empty label', () => ['https://license..example/']),
  onSync(
    'nodes: no list',
    MALFORMED,
    listing(({ trap }) => trap.url),
  ),
  onSync(
    'nodes: not texts',
    MALFORMED,
    listing(() => [null, 7, { url: 'https://license.example/' }]),
  ),
  onSync(
    'nodes: missing',
    MALFORMED,
    record(({ nodes: _, ...rest }) => rest),
  ),
]

const LOGIN_PAGE = '<!DOCTYPE html><title>Welcome to the hotel</title><form>Room number?</form>'

export const syncs: readonly Attack[] = [
  onSync(
    'st as a text',
    MALFORMED,
    record((sync) => ({ ...sync, st: String(sync['st']) })),
  ),
  onSync('st zero', MALFORMED, field('st', '0')),
  onSync('st negative', MALFORMED, field('st', '-1')),
  onSync('st fractional', MALFORMED, field('st', '1700000000.5')),
  onSync('st beyond 32 bits', MALFORMED, field('st', '4102444800')),
  onSync('st infinite', MALFORMED, field('st', '1e999')),
  onSync(
    'st missing',
    MALFORMED,
    record(({ st: _, ...rest }) => rest),
  ),
  onSync('st far in the future', ['TIME_ERROR'], field('st', '2147483647')),
  onSync('st years ago', ['TIME_ERROR'], field('st', '1600000000')),
  onSync(
    'st twice',
    MALFORMED,
    text((body) => body.replace('{', '{"st":1,')),
  ),
  onSync(
    'sync with __proto__',
    MALFORMED,
    text((body) => body.replace('{', '{"__proto__":{"st":1},')),
  ),
  onSync(
    'sync as a text within JSON',
    MALFORMED,
    record((sync) => JSON.stringify(sync)),
  ),
  onSync('sync as HTML', ['captive-portal'], under(200, { 'content-type': 'text/html' })),
  onSync('sync redirected', ['captive-portal'], async (encounter) =>
    under(302, { location: `${encounter.trap.url}sync` })(encounter),
  ),
  onSync('captive portal answers the sync', ['captive-portal'], (encounter) =>
    send(encounter, LOGIN_PAGE, { headers: { 'content-type': 'text/html' } }),
  ),
  onSync('sync under 500', ['service-unwell'], under(500)),
  onSync('sync under 201', ['service-unwell'], under(201)),
  onSync(
    'sync under 429 that asks for a year',
    ['too-many-requests'],
    under(429, { 'retry-after': '31536000' }),
    {
      endsWindow: true,
    },
  ),
  onSync(
    'sync padded to a megabyte',
    MALFORMED,
    text((body) => body + ' '.repeat(2 ** 20)),
  ),
  onSync(
    'sync that breaks off',
    ['service-unwell'],
    bytes((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"st":')
    }),
  ),
  onSync(
    'sync that never ends',
    ['timed-out'],
    bytes((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"st":')
    }),
    { isSlow: true },
  ),
  onSync('sync without an answer', ['timed-out'], () => {}, { isSlow: true }),
]
