import { readdir, readFile, readlink } from 'node:fs/promises'

const LISTEN = '0A'

export interface ProcessNetwork {
  readonly pid: number
  readonly commandLine: string
  /** TCP ports on which the process listens. */
  readonly ports: readonly number[]
}

/**
 * Returns the process and all its descendants, from Linux's /proc. Skips processes that have ended
 * in the meantime.
 */
export async function networkOfTree(root: number): Promise<ProcessNetwork[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), await parentOf(Number(name)))
  }
  const isInTree = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isInTree(parents.get(pid)))
  const tree = await Promise.all([...parents.keys()].filter(isInTree).map(networkOf))
  return tree.filter((network) => network !== undefined)
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name can contain anything, also brackets. After its last bracket come the state and the
  // parent.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function networkOf(pid: number): Promise<ProcessNetwork | undefined> {
  try {
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'latin1')).replaceAll('\0', ' ').trim()
    const inodes = new Set<string>()
    for (const fd of await readdir(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
      if (inode !== undefined) inodes.add(inode)
    }
    // A sandboxed process may have a network namespace of its own, so its own table is read.
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
    )
    const ports = tables
      .flatMap((table) => table.trim().split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTEN && inodes.has(inode ?? ''))
      .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16))
    return { pid, commandLine, ports }
  } catch (error) {
    // EACCES: only sandboxed processes are closed to their own user, and they cannot listen.
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
