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

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
