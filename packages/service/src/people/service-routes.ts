import { CONSOLE_ENDPOINTS as ENDPOINTS } from '@latchkey/management'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { Findings } from '../core/operations/doctor.ts'
import { VERSION } from '../core/version.ts'
import type { ConsoleParts } from './parts.ts'

/** Registers the state of the service, for the owner of its account. */
export function registerService(register: RegisterEndpoint, parts: ConsoleParts): void {
  const { readiness, clockWatch, nodes, nodeId, publicUrl, origins, storage } = parts
  const examine = onceAtATime(parts.examine)

  register(ENDPOINTS.getService, async () => {
    const { steady, jumpedSeconds } = clockWatch.look()
    return {
      ...done('How the service is.'),
      version: VERSION,
      node_id: nodeId,
      database: await readiness.health(),
      clock_steady: steady,
      clock_jumped_seconds: Math.round(jumpedSeconds),
      nodes: [...nodes()],
      public_url: publicUrl(),
      console_url: origins()[0] ?? '',
    }
  })

  register(ENDPOINTS.examineService, async ({ account }) => {
    // SECURITY: an owner is the operator only if the service has no other account.
    if ((await storage.onlyAccount())?.id !== account.id) return NOT_OPERATOR
    const findings = Object.entries(await examine())
    return {
      ...done('What doctor has found.'),
      findings: findings.map(([check, finding]) => ({ check, ...finding })),
    }
  })
}

/**
 * Requests at the same time share one examination: it sends requests itself, which take seconds.
 */
function onceAtATime(examine: () => Promise<Findings>): () => Promise<Findings> {
  let running: Promise<Findings> | undefined
  return () => {
    running ??= examine().finally(() => {
      running = undefined
    })
    return running
  }
}

const NOT_OPERATOR = {
  kind: 'not-operator',
  status: 403,
  message:
    'This service has several accounts, so only its operator may see this. The command is: latchkey-service doctor',
}
