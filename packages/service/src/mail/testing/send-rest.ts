import { expect } from 'vitest'
import type { MailWay } from '../../core/settings.ts'
import type { Storage } from '../../modules.ts'
import { NO_LIMITS } from '../../outbox/testing/items.ts'
import { createOutbox } from '../../outbox/worker.ts'
import { createMail } from '../send-mail.ts'

/** Later than the end of a lease. */
const LATER_SECONDS = 200

/** Sends what waits, at a time at which the leases of the killed process have ended. */
export async function sendRest(storage: Storage, way: MailWay): Promise<void> {
  const clock = (): number => Math.floor(Date.now() / 1_000) + LATER_SECONDS
  const mail = createMail({ storage, clock, linkBase: () => undefined, way })
  const worker = createOutbox({
    ...{ storage, clock, nodeId: 'next', limits: NO_LIMITS, lookEveryMs: 10 },
    log: { warn() {}, info() {} },
    senders: { mail: mail.send },
  })
  worker.begin()
  await expect
    .poll(() => storage.countOutbox(), { timeout: 60_000 })
    .toMatchObject({ waiting: 0, givenUp: 0 })
  await worker.stop()
}
