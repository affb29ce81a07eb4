import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'vitest'
import { createKeyExchange, type KeyExchange, type KeyExchangeParts, type Outcome } from '../key-exchange.ts'
import { createManualTime, type ManualTime } from './manual-time.ts'
import { createNodeTransport } from './node-transport.ts'
import { DEVICE_ID, type Handler, KEY, startTestService, type TestService } from './test-service.ts'

/** A key exchange, a real service and a manual clock, for one test. */
export interface ExchangeFixture {
  readonly service: TestService
  readonly time: ManualTime
  anotherService(): Promise<TestService>
  exchangeWith(more?: Partial<KeyExchangeParts>): KeyExchange
  check(exchange?: KeyExchange, options?: Partial<CheckOptions>): Promise<Outcome>
  /** Sends a check that `onCheck` answers. */
  checkAgainst(onCheck: Handler): Promise<Outcome>
  /**
   * Advances the clock in small steps until the promise settles. The event loop runs between the
   * steps.
   */
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

/** Polls until the condition is true. */
export const eventually = (isTrue: () => boolean): Promise<void> =>
  expect.poll(isTrue, { interval: 1 }).toBe(true)

export const arrival = (requests: readonly unknown[]): Promise<void> => eventually(() => requests.length > 0)

/** A node whose port refuses connections. */
export async function refusingNode(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}
