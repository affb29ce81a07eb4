import { randomBytes } from 'node:crypto'
import { CONSOLE_ENDPOINTS as ENDPOINTS } from '@latchkey/management'
import { formatPublicKeys } from '@latchkey/protocol'
import type { Account } from '../core/accounts/accounts.ts'
import { keptUntil, type Project, rotateSecrets } from '../core/accounts/projects.ts'
import { isUsed } from '../core/accounts/signing-keys.ts'
import type { Origin } from '../core/event-log/events.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { isAllowListEntry } from '../core/security/allow-list.ts'
import { createApiKey, createSecrets, hashApiKey } from '../core/security/credentials.ts'
import { publicKeysOf, rotateSigningKey, signingKeysOf } from '../core/security/signing.ts'
import { confirm, type ProofParts } from './confirm.ts'
import { refuse } from './refusals.ts'

/** Registers secrets, signing keys and API keys, for owners who confirm their identity. */
export function registerSecrets(register: RegisterEndpoint, parts: ProofParts): void {
  const { storage } = parts

  register(ENDPOINTS.getSecrets, async ({ project, now }) => {
    const { appName, earlierSecrets } = project
    const used = (await signingKeysOf(storage, appName, now)).filter((key) => isUsed(key, now))
    return {
      ...done('The public keys of the project.'),
      public_keys: formatPublicKeys(used),
      signing_keys: used.map(({ id, createdAt: created_at, usedUntil: used_until }) => ({
        id,
        created_at,
        used_until,
      })),
      earlier_until: untilOf(earlierSecrets?.usedUntil, now),
    }
  })

  register(ENDPOINTS.rotateSecrets, async ({ project, signedIn, body, now, by }) => {
    const refusal = await confirm(parts, signedIn, body, now)
    if (refusal !== undefined) return refusal
    const secrets = createSecrets(randomBytes)
    const until = keptUntil(body.keep_days, now)
    const rotate = (known: Project) => rotateSecrets(known, secrets, until, now)
    await storage.changeProject(project.id, rotate, naming(by, 'secrets'))
    return {
      ...done('The shared secrets were replaced. They are shown only now.'),
      secrets: [...secrets],
      earlier_until: untilOf(until, now),
    }
  })

  register(ENDPOINTS.rotateSigningKey, async ({ project, signedIn, body, now, by }) => {
    const refusal = await confirm(parts, signedIn, body, now)
    if (refusal !== undefined) return refusal
    const until = keptUntil(body.keep_days, now)
    await rotateSigningKey(storage, project.appName, until, now, naming(by, 'signing-key'))
    return {
      ...done('The next signing key was added.'),
      public_keys: await publicKeysOf(storage, project.appName, now),
      earlier_until: untilOf(until, now),
    }
  })

  register(ENDPOINTS.getApiAccess, async ({ account }) =>
    // The account in the session may be some seconds old.
    toApiAccess((await storage.findAccountByEmail(account.email)) ?? account),
  )

  register(ENDPOINTS.setAllowList, async ({ account, body: { allow_list: allowList }, by }) => {
    if (!allowList.every(isAllowListEntry)) return refuse('invalid-allow-list')
    const changed = await storage.changeAccount(
      account.email,
      (known) => ({ ...known, allowList }),
      naming(by, 'allow'),
    )
    return toApiAccess(changed ?? account)
  })

  register(ENDPOINTS.replaceApiKey, async ({ account, signedIn, body, now, by }) => {
    const refusal = await confirm(parts, signedIn, body, now)
    if (refusal !== undefined) return refusal
    const api_key = createApiKey(randomBytes)
    const apiKeyHash = hashApiKey(api_key)
    const replace = (known: Account) => ({ ...known, apiKeyHash })
    await storage.changeAccount(account.email, replace, naming(by, 'new-api-key'))
    return { ...done('The API key was replaced. It is shown only now.'), api_key }
  })
}

/**
 * The origin of events with the changed field, as on the command line, and without those of the
 * confirmation.
 */
const naming = (by: Origin, field: string): Origin => ({ ...by, fields: [field] })

/** The end of a secret or a key; 0: it has ended, or there was none. */
const untilOf = (usedUntil: number | undefined, now: number): number =>
  usedUntil === undefined || usedUntil < now ? 0 : usedUntil

const toApiAccess = ({ allowList, enabled, expiresAt }: Account) => ({
  ...done('From where the API key may be used.'),
  allow_list: [...allowList],
  enabled,
  expires_at: expiresAt,
})
