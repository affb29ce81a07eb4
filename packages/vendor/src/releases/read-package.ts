import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '@latchkey/command-line'
import {
  type AnswerSigner,
  isReleasePackage,
  RELEASE_PACKAGE_FILE,
  type ReleasePackage,
  type SignedRelease,
  signRelease,
} from '@latchkey/protocol'
import { readTextFile } from '../command-line/files.ts'

const day = (second: number): string => new Date(second * 1000).toISOString()

/**
 * Reads what `npm run package` has written to a folder, for all systems together, and compares it with
 * the files. @throws UsageError if it is no whole release of one version and one date
 */
export async function readPackage(dir: string): Promise<ReleasePackage> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => RELEASE_PACKAGE_FILE.test(name)).sort()
  if (names.length === 0) {
    throw new UsageError(`${dir} has no latchkey-release-….json. Make the package with: npm run package`)
  }
  const parts = await Promise.all(names.map((name) => readPart(join(dir, name))))
  const [first, ...others] = parts as [ReleasePackage, ...ReleasePackage[]]
  for (const other of others) {
    if (other.project !== first.project) throw differs(dir, 'app', first.project, other.project)
    if (other.version !== first.version) throw differs(dir, 'version', first.version, other.version)
    if (other.covered_since === first.covered_since) continue
    const [one, another] = [first.covered_since, other.covered_since].map(day)
    throw new UsageError(
      `The systems were built with two dates, ${one} and ${another}. One date decides which licenses cover a version: set LATCHKEY_COVERED_SINCE to the same for all, and build again.`,
    )
  }
  const files = parts.flatMap((part) => part.files)
  if (files.length === 0) throw new UsageError(`${dir} has no installer that can be an update.`)
  for (const file of files) await compare(dir, file)
  return { ...first, files }
}

async function readPart(path: string): Promise<ReleasePackage> {
  const text = await readTextFile(path)
  let part: unknown
  try {
    part = JSON.parse(text)
  } catch {
    // Checked below.
  }
  if (!isReleasePackage(part)) throw new UsageError(`${path} is damaged. Make the package again.`)
  return part
}

const differs = (dir: string, what: string, one: string, another: string): UsageError =>
  new UsageError(
    `${dir} has the ${what} ${one} and the ${what} ${another}. Empty it, and make the package again.`,
  )

async function compare(dir: string, file: ReleasePackage['files'][number]): Promise<void> {
  const path = join(dir, file.file)
  const { size } = await stat(path).catch(() => ({ size: -1 }))
  if (size === -1) throw new UsageError(`${path} is missing, and belongs to the release.`)
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  if (size === file.size && hash.digest('base64') === file.sha512) return
  throw new UsageError(`${path} is not the file that the package was made with. Make the package again.`)
}

/** Signs each file of a release. */
export const signPackage = (
  { project, version, covered_since, files }: ReleasePackage,
  signer: AnswerSigner,
  isSecurityFix: boolean,
): SignedRelease[] =>
  files.map((file) =>
    signRelease({ project, version, covered_since, ...file, is_security_fix: isSecurityFix }, signer),
  )
