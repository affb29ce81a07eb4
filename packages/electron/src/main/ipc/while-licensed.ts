/** Lets a handler of the product run only while it may. Built once, from the gate's own answer. */
export interface ProductAccess {
  /** SECURITY: refuses while the app is locked, whatever page asks: a patched renderer gains nothing. */
  whileLicensed<P extends readonly unknown[], R>(handler: (...parameters: P) => R): (...parameters: P) => R
  /** The same, and also in the moment that a product gets to save when its license is lost. */
  untilClosed<P extends readonly unknown[], R>(handler: (...parameters: P) => R): (...parameters: P) => R
}

export interface ProductAccessParts {
  readonly isLicensed: () => boolean
  readonly isClosing: () => boolean
}

export function createProductAccess({ isLicensed, isClosing }: ProductAccessParts): ProductAccess {
  const only =
    <P extends readonly unknown[], R>(isAllowed: () => boolean, handler: (...parameters: P) => R) =>
    (...parameters: P): R => {
      if (!isAllowed()) throw new Error('Refused, because the app is locked')
      return handler(...parameters)
    }
  return {
    whileLicensed: (handler) => only(isLicensed, handler),
    untilClosed: (handler) => only(() => isLicensed() || isClosing(), handler),
  }
}
