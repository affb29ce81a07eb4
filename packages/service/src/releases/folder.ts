import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { SignedRelease } from '@latchkey/protocol'

/** The folder of releases. Its names are IDs of uploads, never names that somebody sends. */
export type ReleaseFolder = ReturnType<typeof createReleaseFolder>

type Expected = Pick<SignedRelease, 'size' | 'sha512'>

/** Room that must be left on the disk, where the database may be as well. */
const LEFT_FREE_BYTES = 64 * 1_024 * 1_024
/** The memory of a download. */
const CHUNK_BYTES = 64 * 1_024
/** The file is read for its hash in such parts, between which other requests are answered. */
const HASH_CHUNK_BYTES = 256 * 1_024

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** The size of a file; undefined if there is none. */
const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

export function createReleaseFolder(dir: string) {
  const wholePath = (id: string): string => join(dir, id)
  const partPath = (id: string): string => join(dir, `${id}.part`)

  async function finishFrom(id: string, path: string, { size, sha512 }: Expected) {
    // The process may have ended after the file was renamed.
    const from = (await sizeOf(wholePath(id))) === size ? wholePath(id) : path
    if ((await sizeOf(from)) !== size) return 'half-upload'
    if ((await hashOf(from)) !== sha512) {
      await rm(from, { force: true })
      return 'other-hash'
    }
    if (from === wholePath(id)) return 'whole'
    await synced(from)
    await rename(from, wholePath(id))
    await synced(dir)
    return 'whole'
  }

  return {
    /** Whether the rest of a file has room on the disk. */
    async hasRoom(id: string, size: number): Promise<boolean> {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(dir)
      const missing = size - ((await sizeOf(partPath(id))) ?? 0)
      return missing + LEFT_FREE_BYTES <= bavail * bsize
    },

    /** How many bytes have arrived. */
    async offsetOf(id: string, size: number): Promise<number> {
      return (await sizeOf(wholePath(id))) === size ? size : ((await sizeOf(partPath(id))) ?? 0)
    },

    /**
     * Writes bytes from an offset on, as they arrive. When the connection breaks, those that have
     * arrived stay.
     */
    async write(
      id: string,
      offset: number,
      content: Readable,
      size: number,
    ): Promise<'written' | 'wrong-offset' | 'too-long' | 'disk-full'> {
      if (offset > ((await sizeOf(partPath(id))) ?? 0)) {
        content.resume()
        return 'wrong-offset'
      }
      let file: FileHandle | undefined
      try {
        file = await open(partPath(id), constants.O_CREAT | constants.O_WRONLY, 0o600)
        let at = offset
        for await (const chunk of content as AsyncIterable<Buffer>) {
          if (at + chunk.length > size) return 'too-long'
          await file.write(chunk, 0, chunk.length, at)
          at += chunk.length
        }
        return 'written'
      } catch (error) {
        if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'disk-full'
        throw error
      } finally {
        await file?.close()
      }
    },

    /**
     * Compares the file on the disk with its size and hash. Only then it gets the name under which
     * it is served.
     */
    async finish(id: string, expected: Expected): Promise<'whole' | 'half-upload' | 'other-hash'> {
      try {
        return await finishFrom(id, partPath(id), expected)
      } catch (error) {
        // Another request has renamed it meanwhile.
        if (!hasCode(error, 'ENOENT')) throw error
        return finishFrom(id, wholePath(id), expected)
      }
    },

    /** Opens a whole file. Undefined: it is missing, or has another size. */
    async open(id: string, size: number): Promise<FileHandle | undefined> {
      let file: FileHandle | undefined
      try {
        file = await open(wholePath(id))
        if ((await file.stat()).size === size) return file
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
      }
      await file?.close()
      return undefined
    },
  }
}

/** Reads a part of an open file, and closes it. `end` is the last byte. */
export const readRange = (file: FileHandle, { start, end }: { start: number; end: number }): Readable =>
  file.createReadStream({ start, end, highWaterMark: CHUNK_BYTES })

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(path, { highWaterMark: HASH_CHUNK_BYTES })) hash.update(chunk)
  return hash.digest('base64')
}

async function synced(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
