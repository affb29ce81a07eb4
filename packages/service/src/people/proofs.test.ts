import { expect, test } from 'vitest'
import {
  ACTORS,
  type ActorName,
  MOVES,
  type Model,
  type Move,
  STARTS,
  type Start,
  sendsOf,
  startModel,
  stepModel,
} from './testing/credential-model.ts'
import { startWorld, stepWorld, type World } from './testing/credential-world.ts'

const LENGTH = 5

interface Walk {
  /** The number of sequences of `LENGTH` requests that this state stands for. */
  sequences: number
  readonly done: Set<string>
  readonly reached: Set<string>
}

/**
 * Sends all sequences of requests. Sequences with the same state continue together, so each state
 * is examined once.
 */
function walkAll(start: Start, actors: readonly ActorName[] = ACTORS): Walk {
  const walk: Walk = { sequences: 0, done: new Set(), reached: new Set() }
  let states = new Map([
    ['', { model: startModel(start), world: startWorld(start), path: [] as string[], sequences: 1 }],
  ])
  for (let length = 1; length <= LENGTH; length += 1) {
    const next: typeof states = new Map()
    for (const { model, world, path, sequences } of states.values()) {
      for (const actor of actors) {
        for (const move of MOVES) {
          const step = takeStep(model, world, actor, move, path)
          if (step.isDone) walk.done.add(`${actor} ${move}`)
          for (const prize of step.model.prizes) walk.reached.add(prize)
          const key = JSON.stringify([step.model, step.world])
          const known = next.get(key)
          if (known === undefined) next.set(key, { ...step, sequences })
          else known.sequences += sequences
        }
      }
    }
    states = next
  }
  for (const { sequences } of states.values()) walk.sequences += sequences
  return walk
}

function takeStep(model: Model, world: World, actor: ActorName, move: Move, before: readonly string[]) {
  const path = [...before, `${actor} ${move}`]
  const expected = stepModel(model, actor, move)
  const decided = stepWorld(world, actor, move, sendsOf(model, actor))
  // `expect` is not used here, because it would take most of the time.
  if (decided.isDone !== expected.isDone) {
    throw new Error(
      `${path.join(', ')}: ${decided.isDone ? 'done' : 'refused'}, which the model does not say`,
    )
  }
  return { isDone: expected.isDone, model: expected.model, world: decided.world, path }
}

test('a thief gets no further than the model says, by any five requests that touch a credential', () => {
  for (const start of STARTS) {
    const { sequences, done, reached } = walkAll(start)
    expect(sequences).toBe((ACTORS.length * MOVES.length) ** LENGTH)
    expect([start.name, ...[...reached].toSorted()]).toEqual([start.name, ...start.reach])
    const alone = walkAll(start, ['thief']).reached
    expect([start.name, ...[...alone].toSorted()]).toEqual([start.name, ...(start.reachAlone ?? start.reach)])
    // The test must not pass only because everything is refused: the victim succeeds if there is a
    // proof.
    if (start.hasPassword && start.session === 'password') {
      expect(done).toContain('victim rotate')
      expect(done).toContain('victim linkForColleague')
    }
    expect(done).toContain('victim endOtherSessions')
  }
})
