import { hash } from 'node:crypto'
import { sep } from 'node:path'
import { extractFile, getRawHeader, listPackage, statFile, uncache } from '@electron/asar'

export interface ArchivedFile {
  /** The path in the archive, with `/` as separator. */
  readonly path: string
  readonly content: Buffer
  /** Whether the file is in app.asar.unpacked, which the integrity check does not cover. */
  readonly isUnpacked: boolean
  /** Whether the content matches the hash in the archive's header. */
  readonly isIntact: boolean
}

export interface Archive {
  readonly files: readonly ArchivedFile[]
  /** SHA-256 of the header. Windows and macOS packages contain it outside the archive. */
  readonly headerHash: string
}

export function readArchive(archivePath: string): Archive {
  // The library caches by path, and tests rewrite the same path.
  uncache(archivePath)
  const files = listPackage(archivePath, { isPack: false }).flatMap((listed) => {
    const path = listed.slice(1)
    const entry = statFile(archivePath, path, false)
    if (!('size' in entry)) return []
    const isUnpacked = entry.unpacked === true
    const content = isUnpacked ? Buffer.alloc(0) : extractFile(archivePath, path)
    const isIntact = isUnpacked || entry.integrity?.hash === hash('sha256', content)
    return [{ path: path.replaceAll(sep, '/'), content, isUnpacked, isIntact }]
  })
  return { files, headerHash: hash('sha256', getRawHeader(archivePath).headerString) }
}
