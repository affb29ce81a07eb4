import type { Customer } from '../core/customer/customers.ts'

const ERASED = '[erased]'

/**
 * Replaces the address and the name of a customer in a text. Case does not matter. A part of
 * another word or address is not replaced: "Ann" is not found in "Anna".
 */
export function createErase({ email, name }: Pick<Customer, 'email' | 'name'>): (text: string) => string {
  const patterns = [
    new RegExp(`(?<![\\w.+-])${escaped(email)}(?![\\w-]|\\.\\w)`, 'giu'),
    ...(name === '' ? [] : [new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu')]),
  ]
  return (text) => patterns.reduce((left, pattern) => left.replace(pattern, ERASED), text)
}

/**
 * The texts for which the database is searched. It finds A to Z in both cases, and other letters as
 * they are given.
 */
export const textsToFind = ({ email, name }: Pick<Customer, 'email' | 'name'>): readonly string[] =>
  /^[ -~]*$/.test(name) ? [email, name] : [email, name, name.toLowerCase(), name.toUpperCase()]

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
