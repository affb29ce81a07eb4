import { randomBytes } from 'node:crypto'
import { CONSOLE_ENDPOINTS as ENDPOINTS } from '@latchkey/management'
import type { Account } from '../../domain/accounts.ts'
import type { Origin } from '../../domain/events.ts'
import { decideCode, hasTotp, type Member, type Person } from '../../domain/people.ts'
import { keptUntil, type Project, rotateSecrets } from '../../domain/projects.ts'
import { isUsed } from '../../domain/signing-keys.ts'
import { isAllowListEntry } from '../../security/allow-list.ts'
import { createApiKey, createSecrets, hashApiKey } from '../../security/credentials.ts'
import type { Passwords } from '../../security/passwords.ts'
import { publicKeysOf, rotateSigningKey } from '../../security/signing.ts'
import { stepOfCode } from '../../security/totp.ts'
import { done, type RegisterEndpoint } from '../endpoint.ts'
import type { HttpParts } from '../parts.ts'
import type { Refusal } from '../refusals.ts'

type ProofParts = Pick<HttpParts, 'storage' | 'failures'>
type SecretsParts = ProofParts & { readonly passwords: Passwords }

/** Secrets, signing keys and API keys: for owners who confirm that it is them. */
export function registerSecrets(register: RegisterEndpoint, parts: SecretsParts): void {
  const { storage } = parts

  register(ENDPOINTS.getSecrets, async ({ project, now }) => {
    const { appName, earlierSecrets } = project
    const public_keys = await publicKeysOf(storage, appName, now)
    const used = (await storage.signingKeys(appName)).filter((key) => isUsed(key, now))
    return {
      ...done('The public keys of the project.'),
      public_keys,
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
    // That of the session may be some seconds old.
    toApiAccess((await storage.findAccountByEmail(account.email)) ?? account),
  )

  register(ENDPOINTS.setAllowList, async ({ account, body: { allow_list: allowList }, by }) => {
    if (!allowList.every(isAllowListEntry)) return { kind: 'invalid-allow-list' }
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

/** For the events: what is changed, as on the command line, and not how it was confirmed. */
const naming = (by: Origin, field: string): Origin => ({ ...by, fields: [field] })

/** 0: over, or never begun. */
const untilOf = (usedUntil: number | undefined, now: number): number =>
  usedUntil === undefined || usedUntil < now ? 0 : usedUntil

const toApiAccess = ({ allowList, enabled, expiresAt }: Account) => ({
  ...done('From where the API key may be used.'),
  allow_list: [...allowList],
  enabled,
  expires_at: expiresAt,
})

/**
 * SECURITY: a session that was stolen or left open is not enough. With codes, a code; otherwise the
 * password. A one-time link stands for neither: its owner sets a password first.
 */
async function confirm(
  parts: SecretsParts,
  member: Member,
  { password, totp }: { readonly password?: string; readonly totp?: string },
  now: number,
): Promise<Refusal | undefined> {
  const { person } = member
  if (hasTotp(person))
    return totp === undefined ? { kind: 'code-needed' } : takeCode(parts, member, totp, now)
  if (person.passwordHash === '') return { kind: 'password-needed' }
  let isBusy = false
  const refusal = await takeProof(parts, 'wrong-password', person, now, async () => {
    const isRight = await parts.passwords.isRight(password ?? '', person.passwordHash)
    isBusy = isRight === 'busy'
    return isRight === false ? 'wrong' : 'right'
  })
  return isBusy ? { kind: 'busy' } : refusal
}

/** Takes a code of a person, which is good once. */
export const takeCode = (
  parts: ProofParts,
  { person, account }: Member,
  code: string,
  now: number,
  by?: Origin,
) =>
  takeProof(parts, 'totp-wrong', person, now, () => {
    const decide = (known: Person) => decideCode(known, stepOfCode(known.totpSecret, code, now))
    return parts.storage.changePerson(account.id, person.id, decide, by)
  })

/** What a person proves, by the refusal of a wrong proof. */
const PROOFS = {
  'totp-wrong': { counted: 'codes', tooMany: 'too-many-codes' },
  'wrong-password': { counted: 'passwords', tooMany: 'too-many-passwords' },
} as const
type WrongProof = keyof typeof PROOFS

/**
 * SECURITY: a code has six digits, and a session that was left open invites to try passwords, so
 * wrong ones are counted for each person. Only somebody who has the password or a session gets
 * here, so nobody else can lock a person out.
 */
export async function takeProof<Wrong extends WrongProof>(
  { failures }: Pick<HttpParts, 'failures'>,
  wrong: Wrong,
  { id }: Person,
  now: number,
  take: () => Promise<string>,
): Promise<{ readonly kind: Wrong | (typeof PROOFS)[Wrong]['tooMany'] } | undefined> {
  const { counted, tooMany } = PROOFS[wrong]
  const name = `${counted} ${id}`
  if (await failures.isSuspected(name, now)) return { kind: tooMany }
  if ((await take()) === 'right') return undefined
  await failures.add(name, now)
  return { kind: wrong }
}
