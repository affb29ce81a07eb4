import type { StoringModule } from '../core/http/module.ts'
import { eventMethods } from './queries.ts'
import { registerEvents } from './routes.ts'
import type { EventStorage } from './storage.ts'

export const events: StoringModule<EventStorage> = {
  name: 'events',
  storage: {
    methods: eventMethods,
  },
  management: registerEvents,
}
