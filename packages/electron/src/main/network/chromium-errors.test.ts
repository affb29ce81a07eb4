import { expect, test } from 'vitest'
import { meaningOf } from './chromium-errors.ts'

test.each([
  ['ERR_INTERNET_DISCONNECTED', 'offline'],
  ['ERR_NAME_NOT_RESOLVED', 'name-not-found'],
  ['ERR_CONNECTION_REFUSED', 'connection-refused'],
  ['ERR_ADDRESS_UNREACHABLE', 'connection-refused'],
  ['ERR_CONNECTION_TIMED_OUT', 'timed-out'],
  ['ERR_PROXY_CONNECTION_FAILED', 'proxy'],
  ['ERR_PROXY_AUTH_UNSUPPORTED', 'proxy'],
  ['ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
  ['ERR_SOCKS_CONNECTION_FAILED', 'proxy'],
  ['ERR_PAC_SCRIPT_FAILED', 'proxy'],
  ['ERR_CERT_AUTHORITY_INVALID', 'tls'],
  ['ERR_CERT_COMMON_NAME_INVALID', 'tls'],
  ['ERR_CERT_DATE_INVALID', 'tls-date'],
])('%s is %s, and the request was never sent', (code, kind) => {
  expect(meaningOf(code)).toEqual({ kind, neverSent: true })
})

test.each([
  ['ERR_CONNECTION_RESET', 'interrupted'],
  ['ERR_CONNECTION_CLOSED', 'interrupted'],
  ['ERR_EMPTY_RESPONSE', 'interrupted'],
  ['ERR_TIMED_OUT', 'interrupted'],
  ['ERR_NETWORK_CHANGED', 'interrupted'],
  ['ERR_HTTP2_PROTOCOL_ERROR', 'interrupted'],
  ['ERR_SSL_PROTOCOL_ERROR', 'tls'],
  ['ERR_SSL_CLIENT_AUTH_CERT_NEEDED', 'tls'],
  ['ERR_BAD_SSL_CLIENT_AUTH_CERT', 'tls'],
  ['ERR_SOMETHING_NEW', 'interrupted'],
])('%s is %s, and the request may have been sent', (code, kind) => {
  expect(meaningOf(code)).toEqual({ kind, neverSent: false })
})
