import { randomUUID } from 'node:crypto'
import type { Seal } from '../../security/seal.ts'
import { WrongServiceKey } from '../storage.ts'
import type { Db } from './access.ts'

const CONTEXT = 'proof of the service key'

/**
 * Finds out at the start, and not only at the first key check, whether the service got another key
 * than last time. Gives a new database its ID.
 * @throws WrongServiceKey
 */
export async function proveServiceKey(db: Db, seal: Seal): Promise<void> {
  await db
    .insertInto('service_key_proof')
    .values({ only_row: 1, sealed: seal.seal('', CONTEXT), database_id: randomUUID() })
    // Several nodes may start at once. The first row is used.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db.selectFrom('service_key_proof').select('sealed').executeTakeFirstOrThrow()
  if (!isProvedBy(seal, sealed)) {
    throw new WrongServiceKey('The service key is not the one that sealed the secrets of this database.')
  }
}

export function isProvedBy(seal: Seal, sealed: Uint8Array): boolean {
  try {
    seal.open(sealed, CONTEXT)
    return true
  } catch {
    return false
  }
}
