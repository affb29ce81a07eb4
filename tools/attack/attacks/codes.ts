import { KEY_VALID, signResponse } from '@latchkey/protocol'
import { type Act, type Attack, onCheck, record } from '../attack.ts'

/** Replaces the code and keeps the original signature. */
const coded = (change: (code: string) => unknown): Act =>
  record((authentic) => ({ ...authentic, code: change(authentic['code']) }))

/** Replaces the code and signs the answer with the correct secret. */
const codedAndSigned = (code: string): Act =>
  record((authentic, { nonce, secrets }) => ({
    ...authentic,
    code,
    signature: signResponse(nonce, code, secrets),
  }))

/** The signature is correct, but the code is not exactly `KEY_VALID`. */
export const codes: readonly Attack[] = [
  // With an invalid code, the app must report neither a bad key nor a valid one.
  ...onCheck(['UNKNOWN_ERROR'], {
    'code in lower case': coded((code) => code.toLowerCase()),
    'code in lower case, signed': codedAndSigned('key_valid'),
    'code in mixed case': coded(() => 'Key_Valid'),
    'code between spaces': coded((code) => ` ${code} `),
    'code with a trailing newline': coded((code) => `${code}\n`),
    'code with a trailing NUL': coded((code) => `${code}\0`),
    'code with an invisible letter': coded((code) => `${code}\u200b`),
    'code in look-alike letters': coded(() => 'KEY_VАLID'),
    'code with a letter that upper case changes': coded(() => 'key_valıd'),
    'code empty': codedAndSigned(''),
    'code with markup': codedAndSigned('<img id=latchkey-attack src=x>'),
    'code as long as a book': codedAndSigned('K'.repeat(50_000)),
  }),
  ...onCheck(['KEY_VALID_UNTIL_PAID'], {
    'code that begins like the valid one': coded(() => 'KEY_VALID_UNTIL_PAID'),
  }),
  ...onCheck(['NOT_KEY_VALID'], { 'code that ends like the valid one': coded(() => 'NOT_KEY_VALID') }),
  ...onCheck(['constructor'], { 'code that is a name of every object': codedAndSigned('constructor') }),
  ...onCheck(['answer-malformed'], {
    'code missing': record(({ code: _, ...rest }) => rest),
    'code as an array': coded((code) => [code]),
    'code as a number': coded(() => 1),
    'code nested in an object': coded((code) => ({ code })),
    'answer nested in its data': record((authentic) => ({ data: authentic })),
    'answer in an array': record((authentic) => [authentic]),
    'answer as a text within JSON': record((authentic) => JSON.stringify(authentic)),
    'answer of nothing but the code': record(() => KEY_VALID),
  }),
]
