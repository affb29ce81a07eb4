import { createNonce, fingerprintHeader, KEY_CHECK_PATH, signRequest } from '@latchkey/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEVICE } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ settings: { checksPerMinute: 0 } })
})
afterAll(() => service.stop())

/** In the order in which apps write the query it takes the short way, in the other the ordinary one. */
const WAYS = {
  short: (by: string, key: string) => `by=${by}&key=${key}`,
  ordinary: (by: string, key: string) => `key=${key}&by=${by}`,
}

async function ask(
  way: keyof typeof WAYS,
  key: string,
  changes: Record<string, string> = {},
  by = 'test-app',
) {
  const { project, clock } = service
  const nonce = createNonce()
  const signed = { nonce, key, time: String(clock.now), deviceId: DEVICE }
  const response = await fetch(`${service.url}/${KEY_CHECK_PATH}?${WAYS[way](by, key)}`, {
    headers: {
      'user-agent': 'Latchkey/1.0',
      clienttime: signed.time,
      clientnonce: nonce,
      clienthwid: DEVICE,
      [fingerprintHeader(project.executor)]: DEVICE,
      externalsignature: signRequest(signed, project.secrets),
      ...changes,
    },
  })
  const { signature, ...body } = (await response.json()) as { signature?: string }
  return {
    status: response.status,
    // Of this moment alone.
    headers: [...response.headers].filter(([name]) => name !== 'date' && name !== 'content-length'),
    body,
    isSigned: signature !== undefined,
  }
}

test('the short way and the ordinary one answer the same, in status, headers and body', async () => {
  const [one, two] = [await service.addUser(), await service.addUser()]
  const pairs: [key: string, other: string, changes?: Record<string, string>, by?: string][] = [
    [one, two],
    [one, two, { externalsignature: '0'.repeat(40) }],
    [one, two, { clienttime: '5' }],
    [one, two, { clientnonce: 'short' }],
    [one, two, { clienttime: 'now' }],
    [one, two, { externalsignature: '' }],
    [one, two, { clienthwid: 'x' }],
    [one, two, { 'user-agent': 'Other' }],
    [one, two, {}, 'nobody'],
    ['short', 'short'],
    ['x'.repeat(32), 'x'.repeat(32)],
  ]
  const statuses = new Set<string>()
  for (const [key, other, changes, by] of pairs) {
    const answer = await ask('short', key, changes, by)
    expect(answer).toEqual(await ask('ordinary', other, changes, by))
    statuses.add(`${answer.status} ${'code' in answer.body ? answer.body.code : ''}`)
  }
  expect(statuses.size).toBeGreaterThanOrEqual(8)
})

test('both ways say the same when the database is away', async () => {
  const own = await startTestService()
  await own.loseStorage()
  const answers = await Promise.all(
    Object.values(WAYS).map(async (query) => {
      const response = await fetch(`${own.url}/${KEY_CHECK_PATH}?${query('test-app', 'k'.repeat(32))}`, {
        headers: { clienttime: '1', clientnonce: createNonce(), externalsignature: '0'.repeat(40) },
      })
      return [response.status, response.headers.get('retry-after'), await response.json()]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.slice(0, 2)).toEqual([503, '5'])
  await own.stop()
})
