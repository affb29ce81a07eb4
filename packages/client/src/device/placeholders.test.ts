import { describe, expect, test } from 'vitest'
import { validateIdentifier } from './placeholders.ts'

const UUIDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'fefefefe-fefe-fefe-fefe-fefefefefefe',
  '03000200-0400-0500-0006-000700080009',
  '00010203-0405-0607-0809-0a0b0c0d0e0f',
  'deadbeef-dead-beef-dead-beefdeadbeef',
]

const TEXTS = [
  'To be filled by O.E.M.',
  'To be filled by oem',
  'Default string',
  'System Serial Number',
  'Chassis Serial Number',
  'Base Board Serial Number',
  'System Product Name',
  'None',
  'N/A',
  'Not Applicable',
  'Not Available',
  'Not Specified',
  'Unknown',
  'Standard',
  '123456789',
  '0123456789',
  '0',
  '00000000',
  '0000000000000000000',
  '-',
  '',
]

const spellings = (text: string): string[] => [
  text,
  text.toUpperCase(),
  text.toLowerCase(),
  `  ${text}\t`,
  text.replaceAll(' ', '   '),
]

describe('rejects a placeholder', () => {
  const forms = ['uuid', 'serial', 'either'] as const
  test.each([...UUIDS, ...TEXTS])('%j in any spelling and for any source', (placeholder) => {
    for (const form of forms) {
      for (const text of spellings(placeholder)) expect(validateIdentifier(text, form).kind).toBe('rejected')
    }
  })

  test.each(UUIDS)('%s without dashes or in braces', (uuid) => {
    expect(validateIdentifier(uuid.replaceAll('-', ''), 'uuid').kind).toBe('rejected')
    expect(validateIdentifier(`{${uuid}}`, 'uuid').kind).toBe('rejected')
  })
})

describe('rejects a value that cannot distinguish computers', () => {
  test.each([
    'aaaaaaaa',
    '1212121212',
    'XXXXXXXXXX',
    '12341234',
    '0123456789ABCDEF',
    'A1',
    '....',
    'Main Circuit Board',
  ])('%j as a serial number', (text) => expect(validateIdentifier(text, 'serial').kind).toBe('rejected'))

  test.each(['12345', 'not a uuid', '3d1219c7c4c5404aaa1f6d2a48adfda', `${'g'.repeat(31)}h`])(
    '%j as a UUID',
    (text) => expect(validateIdentifier(text, 'uuid').kind).toBe('rejected'),
  )
})

describe('accepts an identifier that a manufacturer assigned to one computer', () => {
  test.each([
    ['3d1219c7c4c5404aaa1f6d2a48adfda4', 'uuid'],
    ['4C4C4544-0037-4A10-8052-B7C04F4D5132', 'uuid'],
    ['/7J7RMQ2/CNCMK0093D00AB/', 'either'],
    ['GXQWHJKLTV', 'either'],
    ['07C9111_K91E123456', 'serial'],
    ['10000000a3b4c5d6', 'either'],
  ] as const)('%s', (text, form) => expect(validateIdentifier(text, form).kind).toBe('accepted'))

  test('in the same normalised form for any case and punctuation', () => {
    const one = validateIdentifier('4C4C4544-0037-4A10-8052-B7C04F4D5132', 'uuid')
    expect(validateIdentifier(' {4c4c4544-0037-4a10-8052-b7c04f4d5132}\n', 'uuid')).toEqual(one)
  })
})
