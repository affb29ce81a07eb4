import { describe, expect, test } from 'vitest'
import { NOW } from '../testing/records.ts'
import { progressOf, updatedScript } from './script-update.ts'
import { newScript, type ScriptUpdate } from './scripts.ts'

const script = newScript('script', 'project', 'Main')

test.each([
  ['0000', '0001'],
  ['0009', '0010'],
  ['9999', '10000'],
  ['10000', '10001'],
])('version %s becomes %s', (version, next) => {
  expect(updatedScript({ ...script, version }, {}).version).toBe(next)
})

test('settings that are given change, and the others stay', () => {
  const known = { ...script, silent: true, heartbeat: true }
  expect(updatedScript(known, {})).toEqual({ ...known, version: '0001' })
  expect(updatedScript(known, { silent: false, ffa: true, name: 'New' })).toEqual({
    ...known,
    version: '0001',
    silent: false,
    ffa: true,
    name: 'New',
  })
  const all = { name: 'x', ffa: true, silent: false, heartbeat: false, lightning: true, isV4Loader: true }
  expect(updatedScript(known, all)).toMatchObject(all)
})

describe('the progress of an update', () => {
  const update: ScriptUpdate = {
    id: 'track',
    projectId: 'project',
    scriptId: 'script',
    startedAt: NOW - 600,
    aliveAt: NOW,
    state: 'processing',
    stage: 'obfuscating',
    message: '',
  }
  const completed = { success: true, status: 'completed', reactor_status: 'completed' }

  test.each([
    ['under way', {}, NOW, { success: true, status: 'processing', reactor_status: 'obfuscating' }],
    ['last heard of half a minute ago', {}, NOW + 30, { status: 'processing' }],
    ['not heard of for longer', {}, NOW + 31, { success: false, status: 'failed', message: /stopped while/ }],
    ['done', { state: 'succeeded' }, NOW + 601, { ...completed, result: { success: true } }],
    [
      'rejected',
      { state: 'rejected', message: 'Line 3' },
      NOW,
      { ...completed, message: 'Line 3', result: { success: false, message: 'Line 3' } },
    ],
    [
      'broken off',
      { state: 'broken', message: 'Why' },
      NOW,
      { success: false, status: 'failed', message: 'Why' },
    ],
  ] as const)('that is %s', (_what, changes, now, progress) => {
    const told = progressOf({ ...update, ...changes }, now)
    const { message, ...rest } = progress as { readonly message?: string | RegExp }
    expect(told).toMatchObject(rest)
    if (message !== undefined) expect(told.message).toMatch(message)
    expect('result' in told).toBe(told.status === 'completed')
  })
})
