import { isFromOwnPage } from '../core/http/own-page.ts'
import { type GuardOf, limitAddressBy, SIGN_IN_NEEDED } from '../core/security/access.ts'
import type { RateLimit } from '../core/security/rate-limit.ts'
import { refuse } from './refusals.ts'
import { type CustomerSessions, provenUntil } from './sessions.ts'
import type { MyStorage } from './storage.ts'

interface CustomerAccessParts {
  readonly storage: MyStorage
  readonly customerSessions: CustomerSessions
  readonly requestLimit: RateLimit
  readonly publicUrl: () => string
}

/** The guards of the endpoints of the customer's page. */
export function createCustomerGuards(parts: CustomerAccessParts): GuardOf {
  const { storage, customerSessions, requestLimit, publicUrl } = parts
  const limitAddress = limitAddressBy(requestLimit)

  return ({ credentials }) =>
    async (request) => {
      const limited = limitAddress(request)
      if (limited !== undefined) return limited
      if (!isFromOwnPage(request, publicUrl())) return refuse('foreign-origin')
      const { project_id } = request.params as { readonly project_id: string }
      const page = await storage.findMyPage(project_id)
      // SECURITY: a page that is off cannot be told from an unknown project.
      if (page === undefined || !page.settings.isOn) return refuse('no-such-page')
      request.account = page.account
      if (credentials.kind === 'none') return undefined
      // SECURITY: no other credentials open a page of customers.
      const customer =
        credentials.kind === 'customer' ? await customerSessions.find(request, page) : undefined
      if (customer === undefined) return SIGN_IN_NEEDED
      const needsProof = credentials.kind === 'customer' && credentials.proof === true
      // SECURITY: a session that was stolen or left open is not enough.
      if (needsProof && request.now >= provenUntil(customer)) return refuse('proof-needed')
      request.customer = customer
      return undefined
    }
}
