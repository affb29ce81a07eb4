import type { StoringModule } from '../core/http/module.ts'
import { forgetTrials, trialMethods } from './queries.ts'
import { registerTrials, type TrialParts } from './routes.ts'
import type { TrialStorage } from './storage.ts'
import { TRIAL_TABLES } from './tables.ts'

export const trials: StoringModule<TrialStorage, TrialParts> = {
  name: 'trials',
  storage: {
    tables: TRIAL_TABLES,
    methods: trialMethods,
    forget: forgetTrials,
  },
  api: ({ app }, parts) => registerTrials(app, parts),
}
