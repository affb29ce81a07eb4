import type { SmallFile } from '@latchkey/client'
import {
  MOST_ROTATIONS,
  type PublicKeys,
  type ReleaseKeys,
  type SignedRotation,
  trustedKeys,
  verifiedRotations,
} from '@latchkey/protocol'

/**
 * The keys whose releases this app accepts. SECURITY: an ended key is remembered, so that a feed of the
 * time before cannot bring it back. Remembered rotations are verified again, as those of a feed.
 */
export function createReleaseTrust(file: SmallFile, project: string, keys: ReleaseKeys) {
  let remembered = verifiedRotations(parse(file.read()), project, keys)

  return async (ofFeed: readonly unknown[]): Promise<PublicKeys> => {
    const news = verifiedRotations(ofFeed.slice(0, MOST_ROTATIONS), project, keys).filter(
      (one) => !remembered.some((known) => isSame(known, one)),
    )
    if (news.length > 0) {
      remembered = [...remembered, ...news].slice(0, MOST_ROTATIONS)
      await file.write(JSON.stringify(remembered))
    }
    return trustedKeys(keys, remembered)
  }
}

/** Ed25519 gives one signature for one text. */
const isSame = (one: SignedRotation, another: SignedRotation): boolean => one.signature === another.signature

function parse(text = '[]'): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
