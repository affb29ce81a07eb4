import { type ChildProcess, spawn } from 'node:child_process'
import { hasSubscribers } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { openShellSession } from './shell-session.ts'

/**
 * Starts a shell as systeminformation does: without listeners, and without returning the process.
 */
function createControl(command: string, args: readonly string[] = []) {
  const control = {
    shell: undefined as ChildProcess | undefined,
    releases: 0,
    powerShellStart: () => {
      control.shell = spawn(command, args, { stdio: 'pipe' })
    },
    powerShellRelease: () => {
      control.releases += 1
      control.shell?.stdin?.write('exit\n')
      control.shell?.stdin?.end()
    },
  }
  return control
}

const READS_ITS_INPUT = ['-e', 'process.stdin.resume()']
const HANGS = ['-e', 'setInterval(() => {}, 1000)']

describe('a shared shell', () => {
  test('that cannot be started ends the session, not the app', async () => {
    const control = createControl('/nonexistent/powershell.exe')
    const session = openShellSession(control)
    await session.ended
    session.close()
    expect(control.releases).toBe(1)
    // An error of the standard input comes after the write.
    await new Promise((resolve) => setImmediate(resolve))
  })

  test('that throws when started does not throw further', () => {
    const session = openShellSession({
      powerShellStart() {
        throw Object.assign(new Error('spawn UNKNOWN'), { code: 'UNKNOWN' })
      },
      powerShellRelease() {},
    })
    expect(() => session.close()).not.toThrow()
  })

  test('that is terminated by another program ends the session', async () => {
    const control = createControl(process.execPath, READS_ITS_INPUT)
    const session = openShellSession(control)
    control.shell?.kill('SIGKILL')
    await session.ended
    control.shell?.stdin?.write('a query\n')
    session.close()
    await new Promise((resolve) => setImmediate(resolve))
  })

  test('that closes its input ends the session, not the app', async () => {
    const control = createControl(process.execPath, [
      '-e',
      'fs.closeSync(0); console.log("closed"); setInterval(() => {}, 1000)',
    ])
    const session = openShellSession(control)
    await once(control.shell?.stdout ?? process.stdout, 'data')
    control.shell?.stdin?.write('a query\n')
    await session.ended
    expect(control.shell?.exitCode).toBeNull()
    session.close()
  })

  test('leaves no diagnostics channel subscriber behind', () => {
    openShellSession(createControl(process.execPath, READS_ITS_INPUT)).close()
    expect(hasSubscribers('child_process')).toBe(false)
  })

  test('that hangs is killed, and no other process is', async () => {
    const bystander = spawn(process.execPath, HANGS)
    const control = createControl(process.execPath, HANGS)
    const session = openShellSession(control)
    const later = spawn(process.execPath, HANGS)
    session.close()
    session.close()
    await session.ended
    expect(control.releases).toBe(1)
    for (const process of [bystander, later]) {
      expect([process.exitCode, process.signalCode, process.killed]).toEqual([null, null, false])
      process.kill()
      await once(process, 'exit')
    }
  })
})
