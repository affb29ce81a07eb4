import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

interface MailFile {
  readonly id: string
  readonly accountId: string
  /** See `receiverOf`. */
  readonly receiver: string
  /** The second from which the file is deleted. Undefined: it stays. */
  readonly until: number | undefined
}

export type MailFolder = ReturnType<typeof createMailFolder>

/** The endings of a complete file, and of one that is being written. */
const [COMPLETE, UNFINISHED] = ['.eml', '.part']

/**
 * The mails of a service without a mail server, each in a file `ID.RECEIVER[.until-SECONDS].eml`.
 * `RECEIVER` is a hash, so that an erasure finds all files of a receiver, however old they are.
 */
export function createMailFolder(folder: string) {
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true })
  const removeThose = async (isOne: (name: string) => boolean): Promise<void> => {
    for (const name of (await namesIn(folder)).filter(isOne)) await remove(name)
  }

  return {
    /**
     * Writes a mail. The file first has another name, so that nobody reads a part of it. A second
     * try replaces the first file.
     * @returns the name of the file
     */
    async write({ id, accountId, receiver, until }: MailFile, source: Buffer): Promise<string> {
      const parts = [id, hashOf(accountId, receiver), ...(until === undefined ? [] : [`until-${until}`])]
      const path = join(folder, parts.join('.'))
      // SECURITY: the files contain plain license keys, so only the user of the service may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(path + UNFINISHED, 'w', 0o600)
      try {
        await file.writeFile(source)
        await file.sync()
      } finally {
        await file.close()
      }
      await chmod(path + UNFINISHED, 0o600)
      await rename(path + UNFINISHED, path + COMPLETE)
      return parts.join('.') + COMPLETE
    },

    remove,

    /** Deletes all files of a receiver. */
    forget(accountId: string, receiver: string): Promise<void> {
      const hash = hashOf(accountId, receiver)
      return removeThose((name) => name.split('.')[1] === hash)
    },

    /** Deletes the files whose second has come. */
    sweep: (now: number): Promise<void> =>
      removeThose((name) => {
        const [, until] = /\.until-(\d+)\.\w+$/.exec(name) ?? []
        return until !== undefined && Number(until) <= now
      }),

    /**
     * Deletes the unfinished files of a process that was killed. If another process uses the folder,
     * its try fails, and is repeated.
     */
    removeUnfinished: (): Promise<void> => removeThose((name) => name.endsWith(UNFINISHED)),
  }
}

/** Another account may have mail for the same receiver, which stays when this one forgets it. */
const hashOf = (accountId: string, receiver: string): string =>
  createHash('sha256').update(`${accountId} ${receiver}`).digest('hex').slice(0, 32)

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    // It is made with the first mail.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
