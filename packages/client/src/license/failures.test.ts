import { expect, test } from 'vitest'
import { failureOfFault } from './failures.ts'
import type { Fault, FaultKind } from './transport.ts'

const NOW = 1_800_000_000
const fault = (kind: FaultKind, neverSent: boolean, more: Partial<Fault> = {}): Fault => ({
  kind,
  neverSent,
  code: 'ERR_X',
  ...more,
})

const KINDS = [
  ['offline', 'offline'],
  ['name-not-found', 'name-not-found'],
  ['connection-refused', 'connection-refused'],
  ['proxy', 'proxy'],
  ['tls', 'tls'],
  ['tls-date', 'tls'],
  ['timed-out', 'timed-out'],
  ['aborted', 'timed-out'],
  ['interrupted', 'service-unwell'],
  ['redirected', 'captive-portal'],
] as const satisfies readonly (readonly [FaultKind, string])[]

test.each(KINDS)('%s before the request was sent is reported as %s', (kind, failure) => {
  for (const phase of ['sync', 'check'] as const) {
    const { failure: reported } = failureOfFault(fault(kind, true), {
      phase,
      host: 'a.example',
      wallSeconds: NOW,
    })
    expect(reported).toEqual({ kind: failure, details: [`${phase} at a.example`, 'ERR_X'] })
  }
})

test.each(KINDS)('%s after a check may have been sent is outcome-unknown, except for a redirect', (kind) => {
  const { failure } = failureOfFault(fault(kind, false), {
    phase: 'check',
    host: 'a.example',
    wallSeconds: NOW,
  })
  expect(failure.kind).toBe(kind === 'redirected' ? 'captive-portal' : 'outcome-unknown')
})

test('reports the issuer of a certificate that is not trusted', () => {
  const untrusted = fault('tls', true, { certificateIssuer: 'Inspecting\u202e\nProxy' })
  expect(
    failureOfFault(untrusted, { phase: 'sync', host: 'a.example', wallSeconds: NOW }).failure,
  ).toMatchObject({
    certificateIssuer: 'Inspecting Proxy',
  })
})

test('reports a clock failure if a certificate is not valid on a computer that lost its date', () => {
  const { failure } = failureOfFault(fault('tls-date', true), {
    phase: 'sync',
    host: 'a.example',
    wallSeconds: 0,
  })
  expect(failure.kind).toBe('clock')
})
