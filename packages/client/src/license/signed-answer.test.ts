import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type LicenseKey, PUBLIC_KEYS_HEADER, signResponse } from '@latchkey/protocol'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Outcome } from './key-exchange.ts'
import { createDeviceSealer } from './sealer.ts'
import { type ExchangeFixture, failedWith, openExchangeFixture } from './testing/exchange-fixture.ts'
import { OTHER_SIGNING_KEY, PUBLIC_KEYS, publicKeysOf, SIGNING_KEY, signatureOf } from './testing/signed.ts'
import { createTestMachine, GRACE_SECONDS, type TestMachine } from './testing/test-machine.ts'
import { DATA, KEY, OTHER_KEY, SECRETS, validAnswer } from './testing/test-service.ts'

const CREATED = 1_800_000_000
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const REFUSAL = { code: 'KEY_BANNED', message: 'Banned.' }

describe('a key exchange with public keys', () => {
  let fixture: ExchangeFixture
  beforeEach(async () => {
    fixture = await openExchangeFixture()
    return () => fixture.close()
  })

  /** A check that the service answers like this. */
  function check(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    publicKeys = PUBLIC_KEYS,
  ): Promise<Outcome> {
    fixture.service.onCheck = answer
    const settings = { ...fixture.service.settings, publicKeys }
    return fixture.check(fixture.exchangeWith({ settings }))
  }

  const headersFor = ({ url = '', headers }: IncomingMessage, text: string, pair = SIGNING_KEY) =>
    signatureOf(url, headers as Record<string, string>, text, CREATED, { pair })

  const sendSigned =
    (body: (request: IncomingMessage) => object, pair = SIGNING_KEY) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      const text = JSON.stringify(body(request))
      response.writeHead(200, { ...JSON_TYPE, ...headersFor(request, text, pair) }).end(text)
    }

  test('accepts a valid answer with both signatures, at the time that was signed', async () => {
    const outcome = await check(sendSigned(validAnswer))
    expect(outcome).toMatchObject({
      kind: 'valid',
      license: { note: 'For Ada' },
      serviceTime: CREATED,
      signed: { path: '/external_check_key' },
    })
    const [request] = fixture.service.checks
    expect(request?.headers).toMatchObject({
      'accept-encoding': 'identity',
      [PUBLIC_KEYS_HEADER]: `"${SIGNING_KEY.id}"`,
    })
  })

  test('accepts a refusal with a signature', async () => {
    expect(await check(sendSigned(() => REFUSAL))).toMatchObject({ kind: 'refused', code: 'KEY_BANNED' })
  })

  test('accepts neither of the signatures without the other', async () => {
    const unsigned = await check((request, response) => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(validAnswer(request)))
    })
    expect(unsigned).toMatchObject(failedWith('answer-not-authentic'))
    const withoutSha1 = await check(
      sendSigned((request) => ({ ...validAnswer(request), signature: 'a'.repeat(40) })),
    )
    expect(withoutSha1).toMatchObject(failedWith('answer-not-authentic'))
    const ofOthers = await check(sendSigned(validAnswer, OTHER_SIGNING_KEY))
    expect(ofOthers).toMatchObject(failedWith('answer-not-authentic'))
    const refusal = await check((_request, response) => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(REFUSAL))
    })
    expect(refusal).toMatchObject(failedWith('answer-not-authentic'))
    const badRequest = await check((_request, response) => {
      response.writeHead(400, JSON_TYPE).end(JSON.stringify(REFUSAL))
    })
    expect(badRequest).toMatchObject(failedWith('answer-not-authentic'))
  })

  test('needs no signature of an answer that decides nothing', async () => {
    const statuses = { 429: 'too-many-requests', 503: 'service-unwell', 404: 'service-unwell' }
    for (const [status, kind] of Object.entries(statuses)) {
      const outcome = await check((_request, response) => {
        response.writeHead(Number(status), JSON_TYPE).end('{}')
      })
      expect(outcome).toMatchObject(failedWith(kind))
    }
    const page = await check((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    })
    expect(page).toMatchObject(failedWith('captive-portal'))
  })

  test('names the proxy that has compressed an answer', async () => {
    const outcome = await check((request, response) => {
      const text = JSON.stringify(validAnswer(request))
      const headers = {
        ...JSON_TYPE,
        ...headersFor(request, text),
        'content-encoding': 'gzip',
        via: '1.1 acme',
      }
      response.writeHead(200, headers).end(gzipSync(text))
    })
    expect(outcome).toMatchObject(failedWith('proxy'))
    expect(JSON.stringify(outcome)).toContain('content-encoding gzip of a proxy')
    expect(JSON.stringify(outcome)).toContain('via 1.1 acme')
  })

  test('verifies an answer with any of its keys', async () => {
    const keys = publicKeysOf(OTHER_SIGNING_KEY, SIGNING_KEY)
    expect(await check(sendSigned(validAnswer), keys)).toMatchObject({ kind: 'valid' })
    expect(await check(sendSigned(validAnswer, OTHER_SIGNING_KEY), keys)).toMatchObject({ kind: 'valid' })
  })

  test('without public keys sends nothing else, and accepts an unsigned and a compressed answer', async () => {
    const outcome = await fixture.checkAgainst((request, response) => {
      const text = JSON.stringify(validAnswer(request))
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(text))
    })
    expect(outcome).toMatchObject({ kind: 'valid' })
    expect(fixture.service.checks[0]?.headers).not.toHaveProperty(PUBLIC_KEYS_HEADER)
    expect(fixture.service.checks[0]?.headers['accept-encoding']).not.toBe('identity')
  })
})

describe('a stored answer', () => {
  let machine: TestMachine
  const END = CREATED + 400 * 86_400

  beforeEach(() => {
    machine = createTestMachine()
    machine.publicKeys = PUBLIC_KEYS
    machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
    onTestFinished(() => machine.kill())
  })

  async function activate(): Promise<void> {
    const gate = await machine.launch()
    gate.activate(KEY)
    await machine.settle(gate)
    expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
    machine.kill()
  }

  /** A start without network: the stored answer alone decides. */
  async function startOffline() {
    machine.serviceMode = { kind: 'offline' }
    const gate = await machine.launch()
    return gate.view()
  }

  /** Seals any proof for this device, as an attacker can who reads the code of the app. */
  async function reseal(change: (record: ReturnType<typeof JSON.parse>) => void): Promise<void> {
    const key = createHash('sha256').update(machine.deviceSeed).digest()
    const sealer = createDeviceSealer(async () => key)
    const { proof } = machine.disk.content as { proof: string }
    const record = JSON.parse((await sealer.open(Buffer.from(proof, 'base64'))) ?? '')
    change(record)
    const sealed = Buffer.from(await sealer.seal(JSON.stringify(record))).toString('base64')
    machine.disk.content = { ...machine.disk.content, proof: sealed }
  }

  const isOpen = { kind: 'licensed', source: 'grace' }

  test('opens the app at the next start, with the note and the end that were signed', async () => {
    machine.serviceMode = { kind: 'valid', expiresAt: END }
    await activate()
    expect(await startOffline()).toMatchObject({ ...isOpen, note: 'n', expiresAt: END })
  })

  test('decides over everything else in the file', async () => {
    await activate()
    await reseal((record) => {
      record.proof.checkedAt += 1_000 * 86_400
      record.proof.license = { note: 'Forged', executions: 0, expiresAt: END }
    })
    expect(await startOffline()).toMatchObject({ ...isOpen, note: 'n', expiresAt: 'never' })
    machine.kill()
    machine.time.pass(GRACE_SECONDS)
    expect(await startOffline()).toMatchObject({ kind: 'unreachable' })
  })

  test('is not before the time of its signature, whatever time is stored', async () => {
    await activate()
    const signedAt = machine.serviceTime()
    await reseal((record) => {
      record.time = { offsetSeconds: -90 * 86_400, highestSeconds: 0 }
    })
    const view = await startOffline()
    expect(view.kind === 'licensed' ? view.serviceTime : signedAt).toBeGreaterThanOrEqual(
      Math.floor(signedAt),
    )
  })

  test.each<[what: string, change: (record: ReturnType<typeof JSON.parse>) => void]>([
    ['without a signature', ({ proof }) => delete proof.signed],
    ['with a signature that is too short', ({ proof }) => (proof.signed.signature = 'latchkey=:AAAA:')],
    ['with another body', ({ proof }) => (proof.signed.body = proof.signed.body.replace('"n"', '"other"'))],
    ['with a body of the attacker', ({ proof }) => (proof.signed.body = 'no JSON')],
    ['with another nonce', ({ proof }) => (proof.signed.nonce = 'A'.repeat(16))],
    ['with something else as its nonce', ({ proof }) => (proof.signed.nonce = '\u0000')],
    ['with another path', ({ proof }) => (proof.signed.path = '/other')],
    [
      'with a later time',
      ({ proof }) => {
        proof.signed.signatureInput = proof.signed.signatureInput.replace(/created=1/, 'created=2')
      },
    ],
    [
      'signed by the attacker',
      ({ proof }) => {
        const { nonce, body, path } = proof.signed
        const headers = { clientnonce: nonce, clienthwid: '0123456789abcdef0123456789abcdef' }
        const url = `https://node.example${path}?by=plants&key=${KEY}`
        const forged = signatureOf(url, headers, body, CREATED + 1_000, { pair: OTHER_SIGNING_KEY })
        proof.signed.signatureInput = forged['signature-input']
        proof.signed.signature = forged['signature']
      },
    ],
    [
      'that is a refusal',
      ({ proof }) => {
        const { nonce, path } = proof.signed
        const body = JSON.stringify({ code: 'KEY_BANNED', message: '' })
        const headers = { clientnonce: nonce, clienthwid: '0123456789abcdef0123456789abcdef' }
        const signed = signatureOf(`https://node.example${path}?by=plants&key=${KEY}`, headers, body, CREATED)
        Object.assign(proof.signed, { body, signatureInput: signed['signature-input'] })
        proof.signed.signature = signed['signature']
      },
    ],
    [
      'with the right key but without the shared secrets',
      ({ proof }) => {
        const { nonce, path } = proof.signed
        const signature = signResponse(nonce, 'KEY_VALID', ['x', SECRETS[1], 'z'])
        const body = JSON.stringify({ code: 'KEY_VALID', message: '', data: DATA, signature })
        const headers = { clientnonce: nonce, clienthwid: '0123456789abcdef0123456789abcdef' }
        const signed = signatureOf(`https://node.example${path}?by=plants&key=${KEY}`, headers, body, CREATED)
        Object.assign(proof.signed, { body, signatureInput: signed['signature-input'] })
        proof.signed.signature = signed['signature']
      },
    ],
  ])('opens nothing %s', async (_what, change) => {
    await activate()
    await reseal(change)
    expect(await startOffline()).toMatchObject({ kind: 'unreachable', failure: { kind: 'offline' } })
  })

  test('opens nothing with the keys of another build', async () => {
    await activate()
    machine.publicKeys = publicKeysOf(OTHER_SIGNING_KEY)
    expect(await startOffline()).toMatchObject({ kind: 'unreachable' })
  })

  test('of an app without public keys opens nothing in one that has them, and is replaced', async () => {
    machine.publicKeys = undefined
    await activate()
    machine.publicKeys = PUBLIC_KEYS
    expect(await startOffline()).toMatchObject({ kind: 'unreachable' })
    machine.kill()
    machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
    expect((await machine.launch()).view()).toMatchObject({ kind: 'licensed', source: 'online' })
    machine.kill()
    expect(await startOffline()).toMatchObject(isOpen)
  })

  test('of an app with public keys opens the app without them', async () => {
    await activate()
    machine.publicKeys = undefined
    expect(await startOffline()).toMatchObject(isOpen)
  })

  test('stays in its grace period when answers are forged, and ends with a signed refusal', async () => {
    await activate()
    machine.serviceMode = { kind: 'forged' }
    const gate = await machine.launch()
    expect(gate.view()).toMatchObject({ ...isOpen, notice: { failure: { kind: 'answer-not-authentic' } } })
    machine.serviceMode = { kind: 'refused' }
    gate.checkAgain()
    await machine.settle(gate)
    expect(gate.view()).toMatchObject({ kind: 'refused', code: 'KEY_BANNED' })
    machine.kill()
    expect(await startOffline()).toMatchObject({ kind: 'unreachable' })
  })

  test('is not replaced by a forged answer to another key', async () => {
    machine.serviceMode = { kind: 'forged' }
    const gate = await machine.launch()
    gate.activate(OTHER_KEY as LicenseKey)
    await machine.settle(gate)
    expect(gate.view()).toMatchObject({ kind: 'unreachable', failure: { kind: 'answer-not-authentic' } })
    expect(gate.isLicensed()).toBe(false)
  })
})
