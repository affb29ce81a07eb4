import type { StoringModule } from '../core/http/module.ts'
import { forgetOwnerRequests, ownerRequestMethods } from './queries.ts'
import { type AskOwnerParts, registerAskOwner, registerOwnerAnswers } from './routes.ts'
import type { OwnerRequestStorage } from './storage.ts'
import { OWNER_REQUEST_TABLES } from './tables.ts'

export const askOwner: StoringModule<OwnerRequestStorage, AskOwnerParts> = {
  name: 'ask-owner',
  storage: {
    tables: OWNER_REQUEST_TABLES,
    methods: ownerRequestMethods,
    forget: forgetOwnerRequests,
  },
  api: ({ app }, parts) => registerAskOwner(app, parts),
  customerPage: registerOwnerAnswers,
}
