import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/**
 * The metrics of the process. There is one registry for all, because tests run several services in
 * one process.
 */
const processRegistry = new Registry()
collectDefaultMetrics({ register: processRegistry })
new Gauge({
  name: 'process_uptime_seconds',
  help: 'Since the start.',
  registers: [processRegistry],
  collect() {
    this.set(process.uptime())
  },
})

/** Metrics of one service. Modules add theirs to its registry. */
export function createMetrics() {
  const registry = new Registry()
  return {
    registry,
    /** Returns all metrics in the text format of Prometheus. */
    text: () => Registry.merge([registry, processRegistry]).metrics(),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
