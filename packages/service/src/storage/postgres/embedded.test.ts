import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServiceProcess } from '../../testing/service-process.ts'

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a server whose service was killed is taken over by the next one, and ends with that', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-embedded-'))
  const words = ['--database', `postgres:embedded:${join(dir, 'database')}`, '--log-level', 'warn']
  const serverPid = (): number =>
    Number.parseInt(readFileSync(join(dir, 'database/data/postmaster.pid'), 'utf8'), 10)

  await (await startServiceProcess(words)).stop('SIGKILL')
  const left = serverPid()
  onTestFinished(() => {
    if (isAlive(left)) process.kill(left, 'SIGKILL')
    rmSync(dir, { recursive: true })
  })
  expect(isAlive(left)).toBe(true)

  const next = await startServiceProcess(words)
  const guest = await startServiceProcess(words)
  expect(serverPid()).toBe(left)
  // Not its own: whoever only came along leaves it running.
  expect((await guest.stop('SIGTERM')).code).toBe(0)
  expect(isAlive(left)).toBe(true)
  expect((await next.stop('SIGTERM')).code).toBe(0)
  expect(isAlive(left)).toBe(false)
})
