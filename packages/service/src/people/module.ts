import type { StoringModule } from '../core/http/module.ts'
import { forgetSessions, peopleMethods } from './queries.ts'
import type { PeopleStorage } from './storage.ts'
import { PEOPLE_TABLES } from './tables.ts'

export const people: StoringModule<PeopleStorage> = {
  name: 'people',
  storage: {
    tables: PEOPLE_TABLES,
    methods: peopleMethods,
    forget: forgetSessions,
  },
}
