import type { RequestUse } from '@latchkey/protocol'
import { type Act, type Attack, type Encounter, having, onCheck } from '../attack.ts'
import { changed, earlier, header, insteadOf, NOT_AUTHENTIC, signedByAttacker } from './signed-answers.ts'

// Attacks on moves and on lists of computers. As in signed-answers.ts, the attacker has the shared
// secrets, and the app has public keys.

/** The service's answer to another kind of request. */
const answerToUse = (use: RequestUse): Act => insteadOf(() => ({ use }))

const SIGNED_HEADERS = ['signature', 'signature-input', 'latchkey-license', 'content-digest']
const unsigned = changed(({ headers }) => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !SIGNED_HEADERS.includes(name))),
}))
const offer = (text: string): Act => header('latchkey-license', () => text)
const tag = (from: RequestUse, to: RequestUse): Act =>
  header('signature-input', (text) => text.replace(`latchkey-${from}`, `latchkey-${to}`))
const body = (change: (text: string, encounter: Encounter) => string): Act =>
  changed((answer, encounter) => ({ body: change(answer.body, encounter) }))
/** Takes the nonce of another request of the same computer. */
const otherNonce = header('signature-input', (text) =>
  text.replace(/nonce="\w+"/, `nonce="${'A'.repeat(16)}"`),
)

const COMPUTER = '{"id":"0","name":"Free","linked_at":1,"used_at":1,"is_this":false}'

export const deviceRequests: readonly Attack[] = [
  ...onCheck(NOT_AUTHENTIC, {
    "a check's answer in place of a move's": answerToUse('check'),
    "a list's answer in place of a move's": answerToUse('devices'),
    "a move's answer without a signature": unsigned,
    "a move's answer with the tag of a check": tag('move', 'check'),
    "a move's answer with another nonce": otherNonce,
    "a move's answer signed by the attacker": signedByAttacker(() => 'A'.repeat(43)),
    "an earlier check's answer in place of a move's": earlier,
    "a move's answer with more moves left": offer('v=1, devices=1, max-devices=1, moves-left=99'),
  }).map(having({ hasPublicKeys: true, use: 'move', key: 'movable' })),
  ...onCheck(NOT_AUTHENTIC, {
    "a move's answer in place of a check's": answerToUse('move'),
    "a check's answer with the tag of a move": tag('check', 'move'),
  }).map(having({ hasPublicKeys: true, key: 'movable' })),
  ...onCheck(NOT_AUTHENTIC, {
    'a refusal whose offer was removed': offer('v=1'),
    'a refusal whose offer was changed': offer('v=1, devices=1, max-devices=9, moves-left=99'),
    'a refusal with a time when the license was moved': header(
      'latchkey-license',
      (text) => `${text}, moved-at=1700000000`,
    ),
    'a list in place of a refusal': answerToUse('devices'),
  }).map(having({ hasPublicKeys: true, key: 'elsewhere' })),
  ...onCheck(NOT_AUTHENTIC, {
    'a list without a signature': unsigned,
    'a list with another computer': body((text) => text.replace('"devices":[', `"devices":[${COMPUTER},`)),
    'a list with another name': body((text) => text.replace('"name":""', '"name":"Ada"')),
    'a refusal in place of a list': body(() => '{"code":"MOVE_DISABLED","message":""}'),
    'a list with another number of moves': offer('v=1, devices=1, max-devices=1, moves-left=0'),
    "a check's answer in place of a list": answerToUse('check'),
    'a list with the tag of a release': tag('devices', 'release'),
  }).map(having({ hasPublicKeys: true, use: 'devices', key: 'movable' })),
  ...onCheck(['KEY_VALID'], { 'honest move (control)': changed((answer) => answer) }).map(
    having({ hasPublicKeys: true, use: 'move', key: 'movable', mayOpen: true }),
  ),
  ...onCheck(['DEVICES_LISTED'], { 'honest list (control)': changed((answer) => answer) }).map(
    having({ hasPublicKeys: true, use: 'devices', key: 'movable' }),
  ),
]
