import type { RawSettings } from '../../packages/electron/src/settings.ts'

export interface KnownSecret {
  /** The name of the setting. */
  readonly name: string
  readonly value: string
}

/** Returns the shared secrets that are set. */
export const secretsOf = (settings: RawSettings): KnownSecret[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    name.startsWith('LATCHKEY_SECRET') && value ? [{ name, value }] : [],
  )
