import type { FastifyInstance } from 'fastify'
import type { SignedInPerson } from '../accounts/people.ts'
import type { Examination } from '../operations/doctor.ts'
import type { Refusal } from '../refusal.ts'
import type { GuardOf } from '../security/access.ts'
import type { StorageModule } from '../storage/module.ts'
import type { RegisterEndpoint } from './endpoint.ts'
import type { HttpParts } from './parts.ts'

/** The API, to which a module adds its routes. */
export interface Api {
  readonly app: FastifyInstance
  readonly register: RegisterEndpoint
  readonly guardOf: GuardOf
}

/** Refuses a person who does not prove to be an owner by a password or a code. */
export type Confirm = (
  person: SignedInPerson,
  given: { readonly password?: string; readonly totp?: string },
  now: number,
) => Promise<Refusal | undefined>

/** What a module adds to the service. `Parts`: what its endpoints need. */
export interface Module<Parts = HttpParts> {
  readonly name: string
  readonly storage?: StorageModule
  /** Adds endpoints of the API alone. */
  readonly api?: (api: Api, parts: Parts) => void
  /** Adds endpoints that an API key opens at the API, and a session at the console. */
  readonly management?: (register: RegisterEndpoint, parts: Parts) => void
  /** Adds endpoints of the console alone. */
  readonly console?: (register: RegisterEndpoint, parts: Parts, confirm: Confirm) => void
  /** Adds endpoints of the customer's page. */
  readonly customerPage?: (register: RegisterEndpoint, parts: Parts) => void
  readonly examination?: Examination
  /** The style of HTML that the console previews: its policy allows it. */
  readonly previewStyle?: string
}

/** A module with methods of the storage. */
export interface StoringModule<Methods extends object, Parts = HttpParts<Methods>> extends Module<Parts> {
  readonly storage: StorageModule<Methods>
}
