import { expect, test } from 'vitest'
import { parseServiceUrl, selectNodes } from './service-address.ts'

const packaged = { allowLoopbackHttp: false }
const unpackaged = { allowLoopbackHttp: true }
const syncUrl = new URL('https://license.example/')

test.each([
  ['https://node.example/', 'https://node.example/'],
  ['https://node.example', 'https://node.example/'],
  ['https://node.example/v1', 'https://node.example/v1/'],
  ['https://node.example:8443/v1/', 'https://node.example:8443/v1/'],
  ['HTTPS://NODE.example/', 'https://node.example/'],
  ['https://93.184.216.34/', 'https://93.184.216.34/'],
])('accepts %s', (given, used) => {
  expect(parseServiceUrl(given, packaged)?.href).toBe(used)
})

test.each([
  [''],
  ['node.example'],
  ['//node.example/'],
  ['http://node.example/'],
  ['http://127.0.0.1:3000/'],
  ['file:///etc/passwd'],
  ['javascript:alert(1)'],
  ['data:application/json,{}'],
  ['ftp://node.example/'],
  ['wss://node.example/'],
  ['https://user@node.example/'],
  ['https://user:pass@node.example/'],
  ['https://@node.example/'],
  ['https://node.example/?a=b'],
  ['https://node.example/?'],
  ['https://node.example/#a'],
  ['https://node.example/#'],
  ['https:\\\\node.example\\'],
  ['https://node.example\\@evil.example/'],
  ['https:/node.example/'],
  ['https://node.example:0/'],
  ['https://node.example:99999/'],
  ['https://node.example:80 80/'],
  ['https://node.example/\n'],
  ['https://no\tde.example/'],
  [' https://node.example/'],
  ['https://nöde.example/'],
  ['https:///'],
  ['https:///node.example/'],
  [`https://${'a'.repeat(300)}.example/`],
])('refuses %j', (given) => {
  expect(parseServiceUrl(given, packaged)).toBeUndefined()
})

test('allows http: only to this computer, and only if it is not packaged', () => {
  for (const address of ['http://127.0.0.1:3000/', 'http://localhost:3000/', 'http://[::1]:3000/']) {
    expect(parseServiceUrl(address, unpackaged)?.href).toBe(address)
    expect(parseServiceUrl(address, packaged)).toBeUndefined()
  }
  for (const address of ['http://127.0.0.2/', 'http://localhost.example/', 'http://192.168.0.1/']) {
    expect(parseServiceUrl(address, unpackaged)).toBeUndefined()
  }
})

test.each([
  ['https://127.0.0.1/'],
  ['https://localhost/'],
  ['https://a.localhost/'],
  ['https://router/'],
  ['https://router./'],
  ['https://printer.local/'],
  ['https://metadata.google.internal/'],
  ['https://10.1.2.3/'],
  ['https://172.20.0.1/'],
  ['https://192.168.1.1/'],
  ['https://169.254.169.254/'],
  ['https://100.64.0.1/'],
  ['https://0.0.0.0/'],
  ['https://224.0.0.1/'],
  ['https://[::1]/'],
  ['https://[::]/'],
  ['https://[fe80::1]/'],
  ['https://[fd00::1]/'],
  ['https://[::ffff:192.168.1.1]/'],
  ['https://[64:ff9b::a01:203]/'],
  // The URL parser converts these to 127.0.0.1 or 10.0.0.1.
  ['https://2130706433/'],
  ['https://0x7f.1/'],
  ['https://012.0.0.1/'],
])('does not use the internal address %s of a node list', (node) => {
  expect(selectNodes([node, 'https://node.example/'], syncUrl, packaged)).toEqual(['https://node.example/'])
})

test.each([
  ['https://93.184.216.34/'],
  ['https://[2606:2800:220:1::1]/'],
  ['https://local.example/'],
  ['https://a.local.example/'],
])('uses the public address %s of a node list', (node) => {
  expect(selectNodes([node], syncUrl, packaged)).toEqual([node])
})

test('uses an internal address whose host is the host of the sync URL', () => {
  const internal = new URL('https://192.168.7.7/')
  expect(selectNodes(['https://192.168.7.7:444/x', 'https://192.168.7.8/'], internal, packaged)).toEqual([
    'https://192.168.7.7:444/x/',
  ])
})

test('uses each node once, in order, and at most sixteen', () => {
  expect(
    selectNodes(['https://b.example', 'https://a.example/', 'https://b.example/'], syncUrl, packaged),
  ).toEqual(['https://b.example/', 'https://a.example/'])
  const many = Array.from({ length: 1000 }, (_, index) => `https://n${index}.example/`)
  expect(selectNodes(many, syncUrl, packaged)).toEqual(many.slice(0, 16))
})
