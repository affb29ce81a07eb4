import { createHash } from 'node:crypto'
import { extractFile, getRawHeader, uncache } from '@electron/asar'

/** A file of a package's app.asar, with what the archive says of it. */
export interface ArchivedFile {
  /** With `/` between folders, and none in front. */
  readonly path: string
  readonly content: Buffer
  /** Lies beside the archive, where no integrity check reaches it. */
  readonly isUnpacked: boolean
  /** False when the content is not what the archive's header was written for. */
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
  /** SHA-256 of the header: what Windows and macOS packages carry in their binary. */
  readonly headerHash: string
}

export function readArchive(archivePath: string): Archive {
  // The library keeps what it read by path, and a test writes the same path again.
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
