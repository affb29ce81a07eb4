/**
 * The proof of the session, which accompanies its cookie. SECURITY: browsers send a cookie to every
 * port of a machine, but only pages of this origin can read what is stored here.
 */
const NAME = 'latchkey-proof'

export const readProof = (): string | undefined => localStorage.getItem(NAME) ?? undefined

export const storeProof = (proof: string): void => localStorage.setItem(NAME, proof)
