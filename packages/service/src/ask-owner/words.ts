import { createHash, timingSafeEqual } from 'node:crypto'
import type { RandomBelow } from '@latchkey/protocol'

/**
 * Short English nouns that are easy to say and to spell. Two of them are one of 65,280 pairs, for
 * three tries.
 */
const WORDS = `
  acorn album almond anchor apple apron arrow atlas autumn avenue badge bagel baker balcony bamboo
  banana banjo barrel basket beach bear beaver bicycle biscuit blanket blossom boat book bottle
  branch bread brick bridge brush bucket butter button cabin cactus cake camel camera candle canyon
  captain carpet carrot castle chair chalk cheese cherry circle circus clock cloud coast coffee
  coin comet compass copper corn cotton crayon cream cricket crown cup curtain dancer desert
  diamond dolphin door dragon drum duck eagle earth echo egg elbow elephant engine farm feather
  fence ferry field finger fire fish flag flute forest fork fountain fox frog garden gate giant
  giraffe glove gold grape guitar hammer harbor hat hazel helmet hill honey horse house iceberg
  igloo island ivory jacket jasmine jelly jewel jungle kettle kitchen kite kitten ladder lake lamp
  lantern leaf lemon letter library lion lizard lobster lotus magnet mango maple marble market
  meadow melon mirror monkey moon morning motor mountain muffin museum music napkin needle nest
  novel ocean olive onion orange orchard otter oven owl oyster paint palace panda paper parrot
  peach peanut pencil pepper piano picnic pillow pilot planet pocket pond potato pumpkin puzzle
  rabbit radio rain ribbon river robin rocket roof rose saddle salad salmon sandal school shadow
  shell silver singer sky snail snow soap spider spoon spring star station stone storm sugar summer
  sun swan table tailor teacup temple tiger timber toast tomato tower train tree trumpet tulip
  tunnel turtle umbrella valley velvet village violin voyage wagon walnut water whale wheat wheel
  window winter wizard wolf yellow zebra
`
  .trim()
  .split(/\s+/)

export type Words = readonly [string, string]

/** Chooses two different words. `random` is cryptographic. */
export function chooseWords(random: RandomBelow): Words {
  const first = random(WORDS.length)
  const second = (first + 1 + random(WORDS.length - 1)) % WORDS.length
  return [WORDS[first] ?? '', WORDS[second] ?? '']
}

const digestOf = (text: string): Buffer =>
  createHash('sha256')
    .update(text.toLowerCase().replaceAll(/[^a-z]/g, ''))
    .digest()

/** Whether a text has these words. Case, and what is between the words, do not matter. */
export const hasWords = (typed: string, words: Words): boolean =>
  timingSafeEqual(digestOf(typed), digestOf(words.join('')))
