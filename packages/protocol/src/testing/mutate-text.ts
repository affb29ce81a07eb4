/** The seed is in the title of every random test, so that LATCHKEY_SEED can repeat a failure. */
export const SEED = Number(process.env['LATCHKEY_SEED'] ?? Date.now() % 2 ** 31)

/** The number of rounds of a random test: all of them with LATCHKEY_LONG_TESTS=1. */
export const roundsOf = (long: number, short: number): number =>
  process.env['LATCHKEY_LONG_TESTS'] === '1' ? long : short

const CHARACTERS = 'ABCXYZabcxyz0189-_.=+/ >{"\n\u0000é'

/** Makes small damages of a text: characters, cuts, repetitions, and the rest of another text. */
export function createMutator(seed: number, other: string): (text: string) => string {
  let state = seed
  /** These numbers are random enough to choose mutations. */
  const below = (end: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % end
  }
  const character = (): string => CHARACTERS.charAt(below(CHARACTERS.length))
  const mutations: readonly ((text: string, at: number) => string)[] = [
    (text, at) => text.slice(0, at) + character() + text.slice(at + 1),
    (text, at) => text.slice(0, at) + character() + text.slice(at),
    (text, at) => text.slice(0, at) + text.slice(at + 1 + below(4)),
    (text, at) => text.slice(0, at),
    (text, at) => text.slice(0, at) + other.slice(at),
    (text, at) => text.slice(0, at) + text.slice(at, at + 9) + text.slice(at),
    (text, at) => {
      const parts = text.split('.')
      return [parts[at % 3], parts[below(3)], parts[below(3)]].join('.')
    },
  ]
  return (text) => {
    let mutated = text
    for (let times = 1 + below(3); times > 0; times -= 1) {
      mutated = (mutations[below(mutations.length)] ?? String)(mutated, below(mutated.length + 1))
    }
    return mutated
  }
}
