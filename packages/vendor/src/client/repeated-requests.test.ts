import { expect, test } from 'vitest'
import { readProgress } from './repeated-requests.ts'

const record = { success: true, status: 'completed', message: 'why', reactor_status: 'parsing' }

test.each([
  [{ status: 'processing' }, { kind: 'processing', stage: 'parsing' }],
  [{ result: { success: true, message: 'Done.' } }, { kind: 'updated', message: 'Done.' }],
  [{ result: { success: false, message: 'Line 3.' } }, { kind: 'failed', message: 'Line 3.' }],
  [{ result: { success: false, message: '' } }, { kind: 'failed', message: 'why' }],
  [{}, { kind: 'failed', message: 'why' }],
  [{ status: 'exploded' }, { kind: 'failed', message: 'why' }],
  [
    { success: false, status: 'processing' },
    { kind: 'failed', message: 'why' },
  ],
])('%o is %o', (fields, verdict) => {
  expect(readProgress({ ...record, ...fields })).toEqual(verdict)
})
