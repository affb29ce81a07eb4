/** The objects that belong to a page, and have to follow when another takes its place. Playwright's bundler adorns the names. */
const OF_A_PAGE = /^_?(?:Page|Locator|FrameLocator|Keyboard|Mouse)\d*$/
/** These may put another page in front themselves; whether they were done is not in question then. */
const ACTIONS = new Set([
  'click',
  'dblclick',
  'fill',
  'press',
  'pressSequentially',
  'type',
  'check',
  'uncheck',
])

const NEXT_PAGE_LIMIT_MS = 5_000

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ readonly name: string | symbol, readonly parameters?: readonly unknown[] }} Step */

/**
 * The page that the window shows, as one object, although the gate and the product are two: whoever waits for something
 * in one that goes away waits for it in the other.
 * @param {import('playwright-core').ElectronApplication} electron
 * @param {Page} first
 * @returns {Page}
 */
export function shownPage(electron, first) {
  /** @type {WeakMap<object, readonly Step[]>} */
  const stepsOf = new WeakMap()
  let last = first

  /** The oldest: the next one is opened behind it, and it is closed when that one is in front. */
  const current = () => {
    last =
      electron.windows().find((page) => !page.isClosed() && /^app:\/\/(gate|product)\//.test(page.url())) ??
      last
    return last
  }

  /** @param {unknown} value @returns {unknown} what Playwright itself takes */
  const plain = (value) => {
    if (value === null || typeof value !== 'object') return value
    const steps = stepsOf.get(value)
    if (steps !== undefined) return walk(current(), steps)
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
  }

  /** @param {unknown} from @param {readonly Step[]} steps @returns {any} */
  const walk = (from, steps) =>
    steps.reduce((/** @type {any} */ at, { name, parameters }) => {
      const found = at[name]
      return parameters === undefined ? found : found.apply(at, parameters.map(plain))
    }, from)

  /** @param {readonly Step[]} steps @returns {unknown} */
  const follow = (steps) => {
    const page = current()
    const value = walk(page, steps)
    if (value instanceof Promise) return settle(page, value, steps)
    if (!OF_A_PAGE.test(value?.constructor?.name)) return value
    const proxy = new Proxy(value, {
      get(target, name) {
        if (typeof target[name] !== 'function') return follow([...steps, { name }])
        return (/** @type {unknown[]} */ ...parameters) => follow([...steps, { name, parameters }])
      },
    })
    stepsOf.set(proxy, steps)
    return proxy
  }

  /** @param {Page} page @param {Promise<unknown>} promise @param {readonly Step[]} steps */
  const settle = async (page, promise, steps) => {
    try {
      return await promise
    } catch (error) {
      if (!page.isClosed()) throw error
      const name = steps.at(-1)?.name
      if (typeof name === 'string' && ACTIONS.has(name)) return undefined
      // Playwright may hear of the next page later than of the end of this one.
      while (current() === page) {
        const opened = electron.waitForEvent('window', { timeout: NEXT_PAGE_LIMIT_MS }).catch(() => undefined)
        if (current() === page && (await opened) === undefined) throw error
      }
      return follow(steps)
    }
  }

  return /** @type {Page} */ (follow([]))
}
