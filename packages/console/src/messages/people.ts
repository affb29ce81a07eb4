import { people as de } from './de/people.ts'
import { people as en, type PeopleTexts } from './en/people.ts'
import type { Texts } from './messages.ts'

/** The texts of the page of people. */
export const PEOPLE: Texts<PeopleTexts> = { en, de }
