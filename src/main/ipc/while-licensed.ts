import { CALLS_WITHOUT_LICENSE, type IpcChannel } from '../../shared/ipc-contract.ts'

const NEEDS_LICENSE = Symbol('needs a license')
/** The mark of a handler that refuses while the app is locked. Only `ProductAccess` makes them. */
export interface NeedsLicense {
  readonly [NEEDS_LICENSE]: true
}
type LicensedHandler<P extends readonly unknown[], R> = ((...parameters: P) => R) & NeedsLicense

const withoutLicense: ReadonlySet<string> = new Set(CALLS_WITHOUT_LICENSE)
export const isCallOfProduct = (channel: IpcChannel): boolean => !withoutLicense.has(channel)

/**
 * SECURITY: throws when a call of the product would be answered while the app is locked. The types refuse
 * that, too, but a cast silences them.
 */
export function requireLicense(handlers: Readonly<Record<string, object>>): void {
  for (const [channel, handler] of Object.entries(handlers)) {
    if (withoutLicense.has(channel) || NEEDS_LICENSE in handler) continue
    throw new Error(`${channel}: wrap its handler in access.whileLicensed or access.untilClosed`)
  }
}

/** Lets a handler of the product run only while it may. Built once, from the gate's own answer. */
export interface ProductAccess {
  /** SECURITY: refuses while the app is locked, whatever page asks: a patched renderer gains nothing. */
  whileLicensed<P extends readonly unknown[], R>(handler: (...parameters: P) => R): LicensedHandler<P, R>
  /** The same, and also in the moment that a product gets to save when its license is lost. */
  untilClosed<P extends readonly unknown[], R>(handler: (...parameters: P) => R): LicensedHandler<P, R>
}

export interface ProductAccessParts {
  readonly isLicensed: () => boolean
  readonly isClosing: () => boolean
}

export function createProductAccess({ isLicensed, isClosing }: ProductAccessParts): ProductAccess {
  const only = <P extends readonly unknown[], R>(
    isAllowed: () => boolean,
    handler: (...parameters: P) => R,
  ): LicensedHandler<P, R> => {
    const guarded = (...parameters: P): R => {
      if (!isAllowed()) throw new Error('Refused, because the app is locked')
      return handler(...parameters)
    }
    return Object.assign(guarded, { [NEEDS_LICENSE]: true } as const)
  }
  return {
    whileLicensed: (handler) => only(isLicensed, handler),
    untilClosed: (handler) => only(() => isLicensed() || isClosing(), handler),
  }
}
