import { type Act, type Attack, field, onDisplay, record } from '../attack.ts'

const noted = (note: unknown): Act =>
  record((authentic) => ({ ...authentic, data: { ...authentic['data'], note } }))

/** A refusal with a hostile message. Refusals are not signed. */
const refused = (message: unknown): Act => record(() => ({ code: 'KEY_BANNED', message }))

const MARKUP =
  '<img id="latchkey-attack" src="x" onerror="window.attacked = true"><script>window.attacked = true</script>'
/** Terminal escape sequences, a bell, a backspace, and both Unicode line separators. */
const CONTROLS = 'a\u001b[31mb\u001b]0;title\u0007c\bd\u0000e\u009b31mf\u2028g\u2029h\u0085i'
/** Changes the text direction permanently and contains invisible characters. */
const BIDI = 'Valid until \u202e5202 \u2066\u2067\u061c\u200f\u200e\u200b\ufeff\u00ad\u2060end'
const MARKS = `Z${'\u0310\u0321\u0355'.repeat(300)}algo`
const LONG = 'long '.repeat(12_000)
const REFUSED = ['KEY_BANNED']

/** The answer is authentic, but its unsigned fields are hostile. */
export const displayData: readonly Attack[] = [
  onDisplay('note with markup', noted(MARKUP)),
  onDisplay('note with control characters', noted(CONTROLS)),
  onDisplay('note with bidi characters', noted(BIDI)),
  onDisplay('note with a pile of accents', noted(MARKS)),
  onDisplay('note with half of a character', field('note', '"half \\ud83d of it"')),
  onDisplay('note of sixty kilobytes', noted(LONG)),
  onDisplay('note of a megabyte', noted('m'.repeat(2 ** 20))),
  onDisplay('note as a number', noted(42)),
  onDisplay('note as an object', noted({ toString: 'x' })),
  onDisplay('note null', noted(null)),
  onDisplay('executions negative', field('total_executions', '-1')),
  onDisplay('executions fractional', field('total_executions', '1.5')),
  onDisplay('executions infinite', field('total_executions', '1e999')),
  onDisplay('executions NaN', field('total_executions', 'NaN')),
  onDisplay('executions beyond 2^53', field('total_executions', '9007199254740993')),
  onDisplay('executions as a text', field('total_executions', '"7<b>"')),
  onDisplay('executions null', field('total_executions', 'null')),
  onDisplay('expiry negative', field('auth_expire', '-2')),
  onDisplay('expiry zero', field('auth_expire', '0')),
  onDisplay('expiry fractional', field('auth_expire', '1893456000.5')),
  onDisplay('expiry infinite', field('auth_expire', '1e999')),
  onDisplay('expiry beyond what a date can show', field('auth_expire', '8640000000001')),
  onDisplay('expiry beyond 2^53', field('auth_expire', '9007199254740993')),
  onDisplay('expiry as a text', field('auth_expire', '"never"')),
  onDisplay('expiry long past', field('auth_expire', '1')),
  onDisplay(
    'expiry always a second away',
    record((authentic) => ({
      ...authentic,
      data: { ...authentic['data'], auth_expire: Math.floor(Date.now() / 1000) + 2 },
    })),
    ['KEY_VALID'],
    { observeAfter: { ms: 6_000, checks: 2 }, isSlow: true },
  ),
  onDisplay(
    'data missing',
    record(({ data: _, ...rest }) => rest),
  ),
  onDisplay(
    'data null',
    record((authentic) => ({ ...authentic, data: null })),
  ),
  onDisplay(
    'data as an array',
    record((authentic) => ({ ...authentic, data: Object.values(authentic['data']) })),
  ),
  onDisplay('refusal with markup', refused(MARKUP), REFUSED),
  onDisplay('refusal with control characters', refused(CONTROLS), REFUSED),
  onDisplay('refusal with bidi characters', refused(BIDI), REFUSED),
  onDisplay('refusal of sixty kilobytes', refused(LONG), REFUSED),
  onDisplay('refusal whose message is no text', refused({ html: MARKUP }), ['answer-malformed']),
]
