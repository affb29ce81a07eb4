import type { Attack } from './attack.ts'
import { bodies } from './attacks/bodies.ts'
import { codes } from './attacks/codes.ts'
import { deviceRequests } from './attacks/device-requests.ts'
import { displayData } from './attacks/display-data.ts'
import { features } from './attacks/features.ts'
import { signatures } from './attacks/signatures.ts'
import { signedAnswers } from './attacks/signed-answers.ts'
import { statuses } from './attacks/statuses.ts'
import { nodeLists, syncs } from './attacks/syncs.ts'
import { transfers } from './attacks/transfers.ts'
import { trials } from './attacks/trials.ts'

/** Known attacks by a hostile service or on the network between app and service. */
export const attacks: readonly Attack[] = [
  ...signatures,
  ...codes,
  ...bodies,
  ...statuses,
  ...transfers,
  ...displayData,
  ...nodeLists,
  ...syncs,
  ...signedAnswers,
  ...deviceRequests,
  ...features,
  ...trials,
]
