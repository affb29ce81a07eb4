import { expect, test } from 'vitest'
import { CLOSING_LIMIT_MS } from '../closing.ts'
import { createPageSwitch, FIRST_PAGE_LIMIT_MS } from './page-switch.ts'

function start() {
  const log: string[] = []
  let timer: { delayMs: number; callback: () => void } | undefined
  const pages = createPageSwitch({
    show: (page) => log.push(page),
    notifyClosing: () => log.push('closing'),
    after(delayMs, callback) {
      timer = { delayMs, callback }
      return () => {
        timer = undefined
      }
    },
  })
  return { log, pages, timer: () => timer }
}

test('lets the product save before the gate returns', () => {
  const { log, pages, timer } = start()
  pages.goTo('product')
  pages.goTo('gate')
  pages.goTo('gate')
  expect(log).toEqual(['product', 'closing'])
  expect(pages.isClosing()).toBe(true)
  pages.readyToClose()
  expect(log).toEqual(['product', 'closing', 'gate'])
  expect([pages.isClosing(), timer()]).toEqual([false, undefined])
})

test('returns to the gate after the time limit', () => {
  const { log, pages, timer } = start()
  pages.goTo('product')
  pages.goTo('gate')
  expect(timer()?.delayMs).toBe(CLOSING_LIMIT_MS)
  timer()?.callback()
  expect(log).toEqual(['product', 'closing', 'gate'])
  expect(pages.isClosing()).toBe(false)
})

test('keeps the product open when the license is valid again in time', () => {
  const { log, pages, timer } = start()
  pages.goTo('product')
  pages.goTo('gate')
  pages.goTo('product')
  expect([log.at(-1), pages.isClosing(), timer()]).toEqual(['product', false, undefined])
  pages.readyToClose()
  expect(log.at(-1)).toBe('product')
})

test('ignores readyToClose while the product is not closing', () => {
  const { log, pages } = start()
  pages.goTo('product')
  pages.readyToClose()
  expect(log).toEqual(['product'])
})

test('shows the gate when no page was chosen in time, and not later', () => {
  const late = start()
  expect(late.timer()?.delayMs).toBe(FIRST_PAGE_LIMIT_MS)
  late.timer()?.callback()
  expect(late.log).toEqual(['gate'])
  const { pages, timer } = start()
  pages.goTo('product')
  expect(timer()).toBeUndefined()
})
