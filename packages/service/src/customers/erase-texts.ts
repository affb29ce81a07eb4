import type { Customer } from '../core/customer/customers.ts'

const ERASED = '[erased]'

/**
 * Replaces the address and the name of a customer in a text. Upper and lower case are the same. What is
 * a part of another word or address stays: "Ann" is not in "Anna".
 */
export function createErase({ email, name }: Pick<Customer, 'email' | 'name'>): (text: string) => string {
  const patterns = [
    new RegExp(`(?<![\\w.+-])${escaped(email)}(?![\\w-]|\\.\\w)`, 'giu'),
    ...(name === '' ? [] : [new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu')]),
  ]
  return (text) => patterns.reduce((left, pattern) => left.replace(pattern, ERASED), text)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
