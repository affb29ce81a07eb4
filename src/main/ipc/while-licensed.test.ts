import { expect, test } from 'vitest'
import { createProductAccess, requireLicense } from './while-licensed.ts'

test.each([
  { licensed: true, closing: false, whileLicensed: true, untilClosed: true },
  { licensed: false, closing: true, whileLicensed: false, untilClosed: true },
  { licensed: false, closing: false, whileLicensed: false, untilClosed: false },
])('licensed $licensed, closing $closing', ({ licensed, closing, ...expected }) => {
  const access = createProductAccess({ isLicensed: () => licensed, isClosing: () => closing })
  let calls = 0
  const handler = (text: string): string => {
    calls += 1
    return text
  }
  for (const name of ['whileLicensed', 'untilClosed'] as const) {
    const guarded = access[name](handler)
    if (expected[name]) expect(guarded('a')).toBe('a')
    else expect(() => guarded('a')).toThrow('locked')
  }
  expect(calls).toBe(Number(expected.whileLicensed) + Number(expected.untilClosed))
})

test('an app with a call of the product that needs no license does not start', () => {
  const access = createProductAccess({ isLicensed: () => true, isClosing: () => false })
  const handler = (): void => {}
  requireLicense({
    'license:view': handler,
    'product:shown': handler,
    'product:save-text': access.untilClosed(handler),
    'notes:read': access.whileLicensed(handler),
  })
  for (const channel of ['product:save-text', 'notes:read']) {
    expect(() => requireLicense({ [channel]: handler })).toThrow(
      `${channel}: wrap its handler in access.whileLicensed or access.untilClosed`,
    )
  }
})
