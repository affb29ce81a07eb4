import sqlite, { isLong } from './vitest.config.ts'

const JOBS = [
  ...['customers', 'import', 'key', 'keys', 'orders', 'overview', 'people', 'project', 'scripts', 'secrets'],
  ...['service', 'shops', 'sign-in', 'support-mail', 'both-ways'],
]

/** The tests of what people do with the console and the page for customers, on PostgreSQL. */
export default {
  ...sqlite,
  test: {
    ...sqlite.test,
    name: 'console-postgres',
    include: isLong
      ? [...JOBS.map((job) => `test/console/${job}.test.ts`), 'test/customer-page/jobs.test.ts']
      : [],
    // A service on PostgreSQL has no folder for its key, so the key is set here.
    env: { LATCHKEY_CONSOLE_ENGINE: 'postgres', LATCHKEY_SERVICE_KEY: 'c'.repeat(64) },
  },
}
