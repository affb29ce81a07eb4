import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

export interface BlackHole {
  readonly port: number
  close(): void
}

/** This is more than the shortest queue that a system accepts. */
const CALLERS = 8

const LISTENER = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  console.log(this.address().port)
})`

/**
 * Opens a port of this machine whose packets are dropped. A program listens there, but has been
 * stopped, and its queue of waiting connections is full. Linux then does not answer the next one,
 * like a firewall that drops packets.
 */
export async function openBlackHole(): Promise<BlackHole> {
  const listener = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(listener.stdout, 'data')
  const port = Number(String(line))
  listener.kill('SIGSTOP')
  // A stopped program does not notice the end of this process, so it is killed.
  const kill = (): boolean => listener.kill('SIGKILL')
  process.once('exit', kill)
  const callers = Array.from({ length: CALLERS }, () => connect(port, '127.0.0.1'))
  for (const caller of callers) caller.on('error', () => {})
  await once(callers[0] ?? listener, 'connect')
  return {
    port,
    close() {
      for (const caller of callers) caller.destroy()
      process.off('exit', kill)
      kill()
    },
  }
}
