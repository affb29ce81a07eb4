import type { EventRecord } from '@latchkey/management'
import { useTexts } from '../messages/messages.ts'
import { KEY } from './texts.ts'

type Actor = Pick<EventRecord, 'actor' | 'person'>

/** By whom something was done: the address of a person, or words such as `the chat`. */
export function useActorName(): (event: Actor) => string {
  const t = useTexts(KEY)
  return ({ actor, person = '' }) => (person === '' ? (t.actors[actor] ?? actor) : person)
}
