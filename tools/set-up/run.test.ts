import { expect, test } from 'vitest'
import { reasonIn } from './run.js'

test('extracts the explanation of a failure, without error codes and stack', () => {
  const npm = [
    'npm error code ECONNREFUSED',
    'npm error syscall connect',
    'npm error FetchError: request failed, reason: connect ECONNREFUSED 127.0.0.1:9',
    'npm error     at ClientRequest.<anonymous> (index.js:130:14)',
  ].join('\n')
  expect(reasonIn(npm)).toBe('FetchError: request failed, reason: connect ECONNREFUSED 127.0.0.1:9')
  expect(reasonIn('RequestError: getaddrinfo ENOTFOUND host.example\n    at x (y.js:1:2)\n')).toBe(
    'getaddrinfo ENOTFOUND host.example',
  )
  expect(reasonIn('\nDownloading ...\nError: the hash differs.\n')).toBe('the hash differs')
  expect(reasonIn('tar: not a gzip file')).toBe('tar: not a gzip file')
  expect(reasonIn('')).toBe('no reason given')
})
