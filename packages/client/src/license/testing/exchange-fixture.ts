import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'vitest'
import { createKeyExchange, type KeyExchange, type KeyExchangeParts, type Outcome } from '../key-exchange.ts'
import { createManualTime, type ManualTime } from './manual-time.ts'
import { createNodeTransport } from './node-transport.ts'
import { DEVICE_ID, type Handler, KEY, startTestService, type TestService } from './test-service.ts'

/** An exchange, a real service and a clock moved by hand, for one test. */
export interface ExchangeFixture {
  readonly service: TestService
  readonly time: ManualTime
  anotherService(): Promise<TestService>
  exchangeWith(more?: Partial<KeyExchangeParts>): KeyExchange
  check(exchange?: KeyExchange, options?: Partial<CheckOptions>): Promise<Outcome>
  /** Lets the service say this to a check, and returns what the app makes of it. */
  checkAgainst(onCheck: Handler): Promise<Outcome>
  /** Lets time pass in small steps, with the event loop in between, until the promise settles. */
  passUntilSettled<T>(promise: Promise<T>): Promise<T>
  close(): Promise<void>
}

interface CheckOptions {
  readonly signal: AbortSignal
  readonly onPhase: (phase: string) => void
}

export async function openExchangeFixture(): Promise<ExchangeFixture> {
  const service = await startTestService()
  const services = [service]
  const time = createManualTime()
  const fixture: ExchangeFixture = {
    service,
    time,
    async anotherService() {
      const other = await startTestService()
      services.push(other)
      return other
    },
    exchangeWith: (more = {}) =>
      createKeyExchange({
        fetch: createNodeTransport(),
        clock: time.clock,
        schedule: time.schedule,
        random: () => 0,
        settings: service.settings,
        ...more,
      }),
    check: (exchange = fixture.exchangeWith(), options = {}) =>
      exchange.check(KEY, DEVICE_ID, {
        signal: new AbortController().signal,
        onPhase: () => {},
        ...options,
      }),
    checkAgainst(onCheck) {
      service.onCheck = onCheck
      return fixture.check()
    },
    async passUntilSettled(promise) {
      let isSettled = false
      void promise.finally(() => {
        isSettled = true
      })
      await eventually(() => {
        time.pass(1)
        return isSettled
      })
      return promise
    },
    close: async () => {
      await Promise.all(services.map((each) => each.close()))
    },
  }
  return fixture
}

export const failedWith = (kind: string) => ({ kind: 'failed', failure: { kind } })

/** Waits for the event loop to bring it about. */
export const eventually = (isTrue: () => boolean): Promise<void> =>
  expect.poll(isTrue, { interval: 1 }).toBe(true)

export const arrival = (requests: readonly unknown[]): Promise<void> => eventually(() => requests.length > 0)

/** A node at whose port nothing listens. */
export async function refusingNode(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}
