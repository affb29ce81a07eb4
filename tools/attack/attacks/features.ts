import { createNonce, formatLicenseFields, LICENSE_HEADER } from '@latchkey/protocol'
import { type Attack, having, onCheck, onDisplay } from '../attack.ts'
import { answerTo, header, NOT_AUTHENTIC, withHeaders } from './signed-answers.ts'

// Attacks on what a key opens. `evaluate` finds a view with more than the key has.

const EVERYTHING = formatLicenseFields({
  features: ['export', 'print'],
  updatesUntil: 4_102_444_800,
  isPerpetual: true,
})

export const features: readonly Attack[] = [
  ...onCheck(NOT_AUTHENTIC, {
    'forged features': header(LICENSE_HEADER, () => EVERYTHING),
    // An app that trusts the rest of this answer would take the license for a perpetual one.
    'an end of updates that is stripped from the header': header(LICENSE_HEADER, (text) =>
      text.replace(/, updates-until=\d+/, ''),
    ),
    'features replayed from the answer to an earlier check': withHeaders(async (_, encounter) => {
      const key = encounter.keys['with-export'] ?? ''
      const other = await answerTo(encounter, { key, nonce: createNonce() })
      return { [LICENSE_HEADER]: other.headers[LICENSE_HEADER] ?? '' }
    }),
  }).map(having({ hasPublicKeys: true, key: 'perpetual' })),
  // For an app without public keys nothing is signed, so it must not read the header at all.
  ...onDisplay(['KEY_VALID'], {
    'features for an app without public keys': header(LICENSE_HEADER, () => EVERYTHING),
  }),
]
