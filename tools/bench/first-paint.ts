import type { Page } from 'playwright-core'

/** The time of a page's first contentful paint, in Unix milliseconds. */
export const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint')
          if (paint !== undefined) resolve(performance.timeOrigin + paint.startTime)
        })
        observer.observe({ type: 'paint', buffered: true })
      }),
  )
