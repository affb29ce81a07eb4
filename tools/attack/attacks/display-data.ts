import { type Act, type Attack, field, having, onDisplay, record, SHOWN } from '../attack.ts'

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

/** The answer is authentic, but its unsigned fields are hostile. */
export const displayData: readonly Attack[] = [
  ...onDisplay(SHOWN, {
    'note with markup': noted(MARKUP),
    'note with control characters': noted(CONTROLS),
    'note with bidi characters': noted(BIDI),
    'note with a pile of accents': noted(MARKS),
    'note with half of a character': field('note', '"half \\ud83d of it"'),
    'note of sixty kilobytes': noted(LONG),
    'note of a megabyte': noted('m'.repeat(2 ** 20)),
    'note as a number': noted(42),
    'note as an object': noted({ toString: 'x' }),
    'note null': noted(null),
    'executions negative': field('total_executions', '-1'),
    'executions fractional': field('total_executions', '1.5'),
    'executions infinite': field('total_executions', '1e999'),
    'executions NaN': field('total_executions', 'NaN'),
    'executions beyond 2^53': field('total_executions', '9007199254740993'),
    'executions as a text': field('total_executions', '"7<b>"'),
    'executions null': field('total_executions', 'null'),
    'expiry negative': field('auth_expire', '-2'),
    'expiry zero': field('auth_expire', '0'),
    'expiry fractional': field('auth_expire', '1893456000.5'),
    'expiry infinite': field('auth_expire', '1e999'),
    'expiry beyond what a date can show': field('auth_expire', '8640000000001'),
    'expiry beyond 2^53': field('auth_expire', '9007199254740993'),
    'expiry as a text': field('auth_expire', '"never"'),
    'expiry long past': field('auth_expire', '1'),
    'data missing': record(({ data: _, ...rest }) => rest),
    'data null': record((authentic) => ({ ...authentic, data: null })),
    'data as an array': record((authentic) => ({ ...authentic, data: Object.values(authentic['data']) })),
  }),
  ...onDisplay(['KEY_VALID'], {
    'expiry always a second away': record((authentic) => ({
      ...authentic,
      data: { ...authentic['data'], auth_expire: Math.floor(Date.now() / 1000) + 2 },
    })),
  }).map(having({ observeAfter: { ms: 6_000, checks: 2 }, isSlow: true })),
  ...onDisplay(['KEY_BANNED'], {
    'refusal with markup': refused(MARKUP),
    'refusal with control characters': refused(CONTROLS),
    'refusal with bidi characters': refused(BIDI),
    'refusal of sixty kilobytes': refused(LONG),
  }),
  ...onDisplay(['answer-malformed'], { 'refusal whose message is no text': refused({ html: MARKUP }) }),
]
