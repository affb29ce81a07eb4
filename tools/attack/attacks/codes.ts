import { KEY_VALID, signResponse } from '@latchkey/protocol'
import { type Act, type Attack, onCheck, record } from '../attack.ts'

/** With an invalid code, the app must report neither a bad key nor a valid one. */
const UNKNOWN = ['UNKNOWN_ERROR']
const MALFORMED = ['answer-malformed']

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
  onCheck(
    'code in lower case',
    UNKNOWN,
    coded((code) => code.toLowerCase()),
  ),
  onCheck('code in lower case, signed', UNKNOWN, codedAndSigned('key_valid')),
  onCheck(
    'code in mixed case',
    UNKNOWN,
    coded(() => 'Key_Valid'),
  ),
  onCheck(
    'code between spaces',
    UNKNOWN,
    coded((code) => ` ${code} `),
  ),
  onCheck(
    'code with a trailing newline',
    UNKNOWN,
    coded((code) => `${code}\n`),
  ),
  onCheck(
    'code with a trailing NUL',
    UNKNOWN,
    coded((code) => `${code}\0`),
  ),
  onCheck(
    'code with an invisible letter',
    UNKNOWN,
    coded((code) => `${code}\u200b`),
  ),
  onCheck(
    'code in look-alike letters',
    UNKNOWN,
    coded(() => 'KEY_VАLID'),
  ),
  onCheck(
    'code with a letter that upper case changes',
    UNKNOWN,
    coded(() => 'key_valıd'),
  ),
  onCheck(
    'code that begins like the valid one',
    ['KEY_VALID_UNTIL_PAID'],
    coded(() => 'KEY_VALID_UNTIL_PAID'),
  ),
  onCheck(
    'code that ends like the valid one',
    ['NOT_KEY_VALID'],
    coded(() => 'NOT_KEY_VALID'),
  ),
  onCheck('code empty', UNKNOWN, codedAndSigned('')),
  onCheck('code with markup', UNKNOWN, codedAndSigned('<img id=latchkey-attack src=x>')),
  onCheck('code as long as a book', UNKNOWN, codedAndSigned('K'.repeat(50_000))),
  onCheck('code that is a name of every object', ['constructor'], codedAndSigned('constructor')),
  onCheck(
    'code missing',
    MALFORMED,
    record(({ code: _, ...rest }) => rest),
  ),
  onCheck(
    'code as an array',
    MALFORMED,
    coded((code) => [code]),
  ),
  onCheck(
    'code as a number',
    MALFORMED,
    coded(() => 1),
  ),
  onCheck(
    'code nested in an object',
    MALFORMED,
    coded((code) => ({ code })),
  ),
  onCheck(
    'answer nested in its data',
    MALFORMED,
    record((authentic) => ({ data: authentic })),
  ),
  onCheck(
    'answer in an array',
    MALFORMED,
    record((authentic) => [authentic]),
  ),
  onCheck(
    'answer as a text within JSON',
    MALFORMED,
    record((authentic) => JSON.stringify(authentic)),
  ),
  onCheck(
    'answer of nothing but the code',
    MALFORMED,
    record(() => KEY_VALID),
  ),
]
