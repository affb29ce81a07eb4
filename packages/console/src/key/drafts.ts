import type { KeyRecord } from '@latchkey/management'

/** A note that is being written, with the record that its writer saw. */
interface Draft {
  readonly seen: KeyRecord
  readonly text: string
}

/** By the ID of the key. Survives a session that ends while a person writes, and their sign-in. */
const drafts = new Map<string, Draft>()

export const draftOf = (keyId: string) => ({
  read: (): Draft | undefined => drafts.get(keyId),
  store: (draft: Draft): void => void drafts.set(keyId, draft),
  clear: (): void => void drafts.delete(keyId),
})
