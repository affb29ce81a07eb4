import {
  CLIENT_NONCE_HEADER,
  contentDigest,
  createNonce,
  formatLicenseFields,
  LICENSE_HEADER,
  type LicenseKey,
  privateKeyOf,
  SIGNATURE_HEADER,
  signAnswer,
  signedKey,
  signRequest,
} from '@latchkey/protocol'
import { type Act, type Attack, having, onCheck } from '../attack.ts'
import { attacker, changed, coveredBy, header, keyIdIn, NOT_AUTHENTIC, validBody } from './signed-answers.ts'

// Attacks on the answer to a request for a trial. As in signed-answers.ts, the attacker has the shared
// secrets, and the app has public keys.

const ANY_KEY = 'a'.repeat(32) as LicenseKey

/** Forges a trial, which names the ID of a key of the service. */
const forged = changed(({ headers }, encounter) => {
  const body = validBody(encounter)
  const license = formatLicenseFields({ isTrial: true }, ANY_KEY)
  const signer = { keyId: keyIdIn(headers['signature-input']), privateKey: privateKeyOf(attacker) }
  const request = { ...coveredBy(encounter), use: 'trial' } as const
  const now = Math.floor(Date.now() / 1_000)
  return { body, headers: { ...headers, ...signAnswer(request, { body, license }, now, signer) } }
})

/** Removes the end of a trial, which is in the body. */
const withoutEnd = changed(({ headers, body }) => {
  const changedBody = body.replace(/"auth_expire":\d+/, '"auth_expire":-1')
  return { body: changedBody, headers: { ...headers, 'content-digest': contentDigest(changedBody) } }
})

/** The service's answer to another request of this device, such as an earlier one. */
const replayed: Act = async (encounter) => {
  const { secrets, response } = encounter
  const { deviceId } = coveredBy(encounter)
  const nonce = createNonce()
  const time = String(encounter.request.headers['clienttime'])
  const signature = signRequest({ nonce, key: signedKey('trial', ''), time, deviceId }, secrets)
  const answer = await encounter.authentic({
    headers: { [CLIENT_NONCE_HEADER]: nonce, [SIGNATURE_HEADER]: signature },
  })
  response.writeHead(answer.status, { ...answer.headers }).end(answer.body)
}

const OF_TRIAL = { hasPublicKeys: true, use: 'trial', endsWindow: true } as const

export const trials: readonly Attack[] = [
  ...onCheck(NOT_AUTHENTIC, {
    'a forged trial': forged,
    'a trial whose end was removed': withoutEnd,
    // Without this word, the key would look like one that was bought.
    'a trial that is stripped from the header': header(LICENSE_HEADER, (text) => text.replace(', trial', '')),
    'another key in place of that of a trial': header(LICENSE_HEADER, (text) =>
      text.replace(/key="\w+"/, `key="${ANY_KEY}"`),
    ),
    'the answer to an earlier request for a trial': replayed,
  }).map(having(OF_TRIAL)),
  ...onCheck(['KEY_VALID'], { 'honest trial (control)': changed((answer) => answer) }).map(
    having({
      ...OF_TRIAL,
      mayOpen: true,
    }),
  ),
]
