import type { Attack } from './attack.ts'
import { bodies } from './attacks/bodies.ts'
import { codes } from './attacks/codes.ts'
import { displayData } from './attacks/display-data.ts'
import { signatures } from './attacks/signatures.ts'
import { statuses } from './attacks/statuses.ts'
import { nodeLists, syncs } from './attacks/syncs.ts'
import { transfers } from './attacks/transfers.ts'

/** Everything that a hostile service, or someone between it and the app, is known to try. */
export const attacks: readonly Attack[] = [
  ...signatures,
  ...codes,
  ...bodies,
  ...statuses,
  ...transfers,
  ...displayData,
  ...nodeLists,
  ...syncs,
]
