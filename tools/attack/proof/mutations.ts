import type { Mutation } from './mutation.ts'

type Step = Omit<Mutation, 'file'>
const inFile = (file: string, steps: readonly Step[]): Mutation[] => steps.map((step) => ({ file, ...step }))

/**
 * Removes each step of the key exchange that prevents an attack or a wrong report. Redundant steps,
 * which matter only if another step is missing, are not listed: no attack could detect their
 * removal.
 */
export const mutations: readonly Mutation[] = [
  ...inFile('packages/client/src/license/verify-answer.ts', [
    {
      step: 'the code is KEY_VALID in its own case',
      from: 'body.code !== KEY_VALID',
      to: 'body.code.toUpperCase() !== KEY_VALID',
      attack: 'code in lower case',
    },
    {
      step: 'nothing surrounds the code',
      from: 'body.code !== KEY_VALID',
      to: 'body.code.trim() !== KEY_VALID',
      attack: 'code between spaces',
    },
    {
      step: 'nothing follows the code',
      from: 'body.code !== KEY_VALID',
      to: '!body.code.startsWith(KEY_VALID)',
      attack: 'code that begins like the valid one',
    },
    {
      step: 'the code is a text',
      from: '!Check(WithCode, body)',
      to: 'false',
      attack: 'code missing',
    },
    {
      step: 'the code is no list',
      from: 'Type.Object({ code: Type.String() })',
      to: 'Type.Object({ code: Type.Unknown() })',
      attack: 'code as an array',
    },
    {
      step: 'a signature is there',
      from: "if (!Check(WithSignature, body)) return { kind: 'not-authentic', why: 'no signature' }",
      to: 'if (!Check(WithSignature, body)) return parseLicense((body as any).data)',
      attack: 'signature stripped',
    },
    {
      step: 'the signature is a text',
      from: 'Type.Object({ signature: Type.String() })',
      to: 'Type.Object({ signature: Type.Unknown() })',
      attack: 'signature as an array',
    },
    {
      step: 'the signature matches',
      from: '!signaturesMatch(signResponse(nonce, KEY_VALID, secrets), body.signature)',
      to: 'false',
      attack: 'signature wrong in one letter',
    },
    {
      step: 'the data is there',
      from: '!Check(WithData, body)',
      to: 'false',
      attack: 'data missing',
    },
    {
      step: 'the executions are a count',
      from: '!Number.isSafeInteger(executions) || executions < 0',
      to: 'false',
      attack: 'executions negative',
    },
    {
      step: 'the executions are counted exactly',
      from: '!Number.isSafeInteger(executions) || ',
      to: '',
      attack: 'executions beyond 2^53',
    },
    {
      step: 'the expiry is a time that a date can show',
      from: '!isTime && expire !== NEVER',
      to: 'false',
      attack: 'expiry beyond what a date can show',
    },
    {
      step: 'the note is cleaned',
      from: 'cleanText(note, MAX_NOTE_LENGTH)',
      to: 'note',
      attack: 'note with bidi characters',
    },
    {
      step: 'the message is cleaned',
      from: 'cleanText(body.message, MAX_MESSAGE_LENGTH)',
      to: 'body.message',
      attack: 'refusal with control characters',
    },
    {
      step: 'the message is a text',
      from: '!Check(WithMessage, body)',
      to: 'false',
      attack: 'refusal whose message is no text',
    },
    {
      step: 'an unknown code is one that can be shown',
      from: '/^[\\w.:-]{1,64}$/.test(code) && ',
      to: '',
      attack: 'code with markup',
    },
    {
      step: 'an unknown code does not look like the valid one',
      from: ' && code.toUpperCase() !== KEY_VALID',
      to: '',
      attack: 'code in lower case, signed',
    },
  ]),
  ...inFile('packages/protocol/src/signatures.ts', [
    {
      step: 'the signature is in lower case',
      from: 'if (!isSignature(expected) || !isSignature(given)) return false',
      to: 'return expected === given.toLowerCase()',
      attack: 'signature in upper case',
    },
    {
      step: 'nothing surrounds the signature',
      from: 'if (!isSignature(expected) || !isSignature(given)) return false',
      to: 'return expected === given.trim()',
      attack: 'signature with a trailing newline',
    },
    {
      step: 'the signature is whole',
      from: 'if (!isSignature(expected) || !isSignature(given)) return false',
      to: 'return expected.startsWith(given)',
      attack: 'signature empty',
    },
    {
      step: 'nothing follows the signature',
      from: 'if (!isSignature(expected) || !isSignature(given)) return false',
      to: 'return given.startsWith(expected)',
      attack: 'signature with more behind it',
    },
    {
      step: 'the signature has a form before it is compared',
      from: 'if (!isSignature(expected) || !isSignature(given)) return false',
      to: '',
      attack: 'signature cut short',
    },
  ]),
  ...inFile('packages/client/src/license/send-check.ts', [
    {
      step: 'the nonce is new for every check',
      from: 'createNonce(parts.random)',
      to: "('latchkeylatchkey' as Nonce)",
      attack: 'older answer (replay)',
    },
    {
      step: 'a valid answer comes with status 200',
      from: "if (!isOk) return failed('answer-malformed'",
      to: "if (false) return failed('answer-malformed'",
      attack: 'valid body under 201',
    },
    {
      step: 'the wait for an answer ends',
      from: 'transfer.within(limits.checkMs, request(parts, check, nonce, transfer))',
      to: 'request(parts, check, nonce, transfer)',
      attack: 'silence instead of an answer',
    },
    {
      step: "the wait for an answer's end ends",
      from: 'transfer.within(limits.checkBodyMs, readAnswer(answer))',
      to: 'readAnswer(answer)',
      attack: 'slow-dripping body',
    },
  ]),
  ...inFile('packages/client/src/license/answer-status.ts', [
    {
      step: 'a redirect is not the service',
      from: '(status >= 300 && status < 400) || ',
      to: '',
      attack: 'valid body under 302',
    },
    {
      step: 'a network that wants a login is not the service',
      from: ' || status === 511',
      to: '',
      attack: 'valid body under 511',
    },
    {
      step: 'a proxy is not the service',
      from: 'status === 407',
      to: 'false',
      attack: 'valid body under 407',
    },
    {
      step: 'a request to wait decides nothing',
      from: 'status === 429',
      to: 'false',
      attack: 'valid body under 429',
    },
    { step: 'a fault decides nothing', from: 'status >= 500', to: 'false', attack: 'valid body under 500' },
  ]),
  ...inFile('packages/client/src/license/retry-after.ts', [
    {
      step: 'nobody can lock the app out for long',
      from: 'Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS)',
      to: 'Math.ceil(seconds)',
      attack: '429 that asks for a year',
    },
  ]),
  ...inFile('packages/client/src/license/read-answer.ts', [
    {
      step: 'the answer says that it is JSON',
      from: "!isPage && type !== '' && !isJsonInUtf8(type)",
      to: 'false',
      attack: 'valid body as plain text',
    },
    {
      step: 'a page is not an answer',
      from: "if (isPage) return { kind: 'page' }",
      to: '',
      attack: 'valid body as HTML',
    },
    {
      step: 'the answer says no other charset',
      from: '(charset === undefined || /^charset="?utf-?8"?$/.test(charset))',
      to: 'true',
      attack: 'wrong charset',
    },
    {
      step: 'reading stops at a limit',
      from: "if (length > maxBytes) return 'too-long'",
      to: '',
      attack: 'padded to a megabyte',
    },
    {
      step: 'an endless answer is left',
      from: "if (length > maxBytes) return 'too-long'",
      to: '',
      attack: 'endless body',
    },
    {
      step: 'every byte is UTF-8',
      from: 'fatal: true',
      to: 'fatal: false',
      attack: 'bytes that are no UTF-8',
    },
    {
      step: 'there is no byte order mark',
      from: 'ignoreBOM: true',
      to: 'ignoreBOM: false',
      attack: 'byte order mark',
    },
    {
      step: 'a page that says it is JSON is a page',
      from: '/^\\s*<(!doctype|html|head|body|script|meta)\\b/i.test(text)',
      to: 'false',
      attack: 'captive portal that says it is JSON',
    },
    {
      step: 'what a header says is cleaned',
      from: 'cleanText(text, 60)',
      to: 'text',
      attack: 'content type with control characters',
    },
  ]),
  ...inFile('packages/client/src/license/strict-json.ts', [
    {
      step: 'no name stands twice in an object',
      from: 'names.has(name)',
      to: 'false',
      attack: 'duplicate code, the valid one last',
    },
    {
      step: 'no name is __proto__',
      from: "name === '__proto__'",
      to: 'false',
      attack: '__proto__ beside the answer',
    },
    {
      step: 'escapes in names are undone before they are compared',
      from: 'JSON.parse(token.slice(0, -colon.length))',
      to: 'token.slice(1, -colon.length - 1)',
      attack: 'duplicate code, spelt with an escape',
    },
  ]),
  ...inFile('packages/client/src/license/clean-text.ts', [
    {
      step: 'half characters are replaced',
      from: '.toWellFormed()',
      to: '',
      attack: 'note with half of a character',
    },
    {
      step: 'controls and invisible characters are removed',
      from: ".replace(/(?![\\u200c\\u200d])[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}]/gu, '')",
      to: '',
      attack: 'note with control characters',
    },
    {
      step: 'a pile of accents is cut',
      from: 'const MAX_MARKS = 4',
      to: 'const MAX_MARKS = 9_999',
      attack: 'note with a pile of accents',
    },
    {
      step: 'a long text is cut',
      from: 'characters.length <= maxLength',
      to: 'true',
      attack: 'note of sixty kilobytes',
    },
  ]),
  ...inFile('packages/client/src/license/sync.ts', [
    {
      step: 'a sync is a sync record',
      from: '!Check(UsedSyncFields, body)',
      to: 'false',
      attack: 'st as a text',
    },
    {
      step: 'the service knows the time',
      from: 'body.st < EARLIEST_SECONDS',
      to: 'false',
      attack: 'st zero',
    },
    {
      step: 'a sync comes with status 200',
      from: 'answer.status !== 200',
      to: 'false',
      attack: 'sync under 201',
    },
    {
      step: 'a sync under a foreign status is not the service',
      from: 'if (statusFailure !== undefined) return statusFailure',
      to: '',
      attack: 'sync redirected',
    },
    {
      step: 'the wait for a sync ends',
      from: 'transfer.within(parts.limitMs, send(transfer.signal))',
      to: 'send(transfer.signal)',
      attack: 'sync without an answer',
    },
    {
      step: 'nodes are vetted',
      from: 'selectNodes(body.nodes, syncUrl, settings)',
      to: 'body.nodes',
      attack: 'nodes: with credentials',
    },
  ]),
  ...inFile('packages/client/src/license/service-address.ts', [
    {
      step: 'no address is repaired',
      from: '!/^https?:\\/\\/(?!\\/)[\\x21-\\x7e]+$/i.test(text)',
      to: 'false',
      attack: 'nodes: that a parser would repair',
    },
    {
      step: 'an address has no query and no fragment',
      from: '/[\\\\@?#]/.test(text)',
      to: 'false',
      attack: 'nodes: with a fragment',
    },
    {
      step: 'an address is not longer than one',
      from: 'text.length > MAX_ADDRESS_LENGTH',
      to: 'false',
      attack: 'nodes: longer than an address',
    },
    { step: 'port 0 is none', from: "url.port === '0'", to: 'false', attack: 'nodes: with port 0' },
    {
      step: 'an address has no empty label',
      from: "url.hostname.includes('..')",
      to: 'false',
      attack: 'nodes: a name with an empty label',
    },
    {
      step: 'an address elsewhere is https',
      from: "url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback && rules.allowLoopbackHttp)",
      to: 'false',
      attack: 'nodes: http: to elsewhere',
    },
    {
      step: 'internal addresses are left out',
      from: '.filter((url) => !isInternal(url, rules) || url.hostname === syncUrl.hostname)',
      to: '',
      attack: 'nodes: another address of this machine',
    },
    {
      step: 'internal names are left out',
      from: 'INTERNAL_NAME.test(hostname)',
      to: 'false',
      attack: 'nodes: names of the local network',
    },
    {
      step: 'a list is read no further than its limit',
      from: '.slice(0, MAX_NODES)',
      to: '',
      attack: 'nodes: a usable one behind a thousand others',
    },
  ]),
  ...inFile('packages/client/src/license/key-exchange.ts', [
    {
      step: 'a check that may have arrived is not sent to a second node',
      from: '!sent.neverSent || signal.aborted',
      to: "sent.answer.kind !== 'failed' || signal.aborted",
      attack: 'connection dies, and the list names a second node',
    },
  ]),
  ...inFile('packages/client/src/license/failures.ts', [
    {
      step: 'a check that may have arrived is of unknown outcome',
      from: "if (phase === 'check' && !fault.neverSent) return failed('outcome-unknown', details)",
      to: '',
      attack: 'connection closed without a word',
    },
  ]),
]
