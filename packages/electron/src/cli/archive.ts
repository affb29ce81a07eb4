import { createHash } from 'node:crypto'
import { extractFile, getRawHeader, uncache } from '@electron/asar'

/** A file in a package's app.asar. */
export interface ArchivedFile {
  /** Relative to the archive, with `/` as separator. */
  readonly path: string
  readonly content: Buffer
  /** Stored in app.asar.unpacked, which the integrity check does not cover. */
  readonly isUnpacked: boolean
  /** Whether the content matches the hash in the archive's header. */
  readonly isIntact: boolean
}

interface Node {
  readonly files?: Readonly<Record<string, Node>>
  readonly unpacked?: boolean
  readonly link?: string
  readonly integrity?: { readonly hash: string }
}

export interface Archive {
  readonly files: readonly ArchivedFile[]
  /** SHA-256 of the header. Windows and macOS packages contain it outside the archive. */
  readonly headerHash: string
}

export function readArchive(archivePath: string): Archive {
  // The library caches by path, and tests rewrite the same path.
  uncache(archivePath)
  const { headerString } = getRawHeader(archivePath)
  const files: ArchivedFile[] = []
  const visit = (node: Node, path: string): void => {
    for (const [name, child] of Object.entries(node.files ?? {}))
      visit(child, path === '' ? name : `${path}/${name}`)
    if (node.files !== undefined || node.link !== undefined) return
    const isUnpacked = node.unpacked === true
    const content = isUnpacked ? Buffer.alloc(0) : extractFile(archivePath, path)
    files.push({
      path,
      content,
      isUnpacked,
      isIntact: isUnpacked || node.integrity?.hash === sha256(content),
    })
  }
  visit(JSON.parse(headerString) as Node, '')
  return { files, headerHash: sha256(headerString) }
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
