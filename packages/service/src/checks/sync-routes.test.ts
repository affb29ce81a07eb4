import { expect, test } from 'vitest'
import { NOW } from '../testing/records.ts'
import { startTestService } from '../testing/test-service.ts'

test('tells the time, the region and where to check keys', async () => {
  const service = await startTestService()
  try {
    const response = await fetch(`${service.url}/sync`, { headers: { 'content-type': 'application/json' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ st: NOW, cf: 'local', nodes: [`${service.url}/`] })
  } finally {
    await service.stop()
  }
})

test('sends apps to the public address when there is one', async () => {
  const service = await startTestService({
    settings: { publicUrl: 'https://licenses.example.org/node-1/', region: 'eu' },
  })
  try {
    const response = await fetch(`${service.url}/sync`)
    expect(await response.json()).toMatchObject({ cf: 'eu', nodes: ['https://licenses.example.org/node-1/'] })
  } finally {
    await service.stop()
  }
})

test('answers what it does not know with a sentence', async () => {
  const service = await startTestService()
  try {
    const response = await fetch(`${service.url}/v9/nothing?key=secret`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ success: false, message: expect.not.stringContaining('secret') })
  } finally {
    await service.stop()
  }
})
