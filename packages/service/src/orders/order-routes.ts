import { ENDPOINTS } from '@latchkey/management'
import type { Project } from '../core/accounts/projects.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { pageOf } from '../core/http/pages.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { isRefusal, malformed } from '../core/refusal.ts'
import { findOneKey } from '../licenses/one-key.ts'
import type { LicenseStorage } from '../licenses/storage.ts'
import { orderField, toOrderFound, toOrderRecord } from './order-records.ts'
import { refuse } from './refusals.ts'
import type { FoundOrder, OrderAct, OrderStorage } from './storage.ts'
import { SECONDS_A_WEEK, weekOf } from './weeks.ts'

/** Registers the orders of a project, which are additions to the interface. */
export function registerOrders(
  register: RegisterEndpoint,
  { storage }: HttpParts<OrderStorage & LicenseStorage>,
): void {
  const toFound = async (message: string, project: Project, order: FoundOrder | undefined, now: number) => {
    if (order === undefined) return refuse('no-such-order')
    const listed = await storage.findLicenses(project.id, order.keys)
    return { ...done(message), order: toOrderFound(order, listed, now) }
  }
  const answer = async (message: string, project: Project, id: string, now: number) =>
    toFound(message, project, await storage.findOrder(project.id, id), now)

  register(ENDPOINTS.listOrders, async ({ project, query }) => {
    const page = pageOf(query)
    if (isRefusal(page)) return page
    const { state, search, of_key } = query
    const key = of_key === undefined ? { row: undefined } : await findOneKey(storage, project, { id: of_key })
    // A key that is not there has no order.
    const ofLicense = isRefusal(key) ? 0 : key.row
    const asked = { state, search: search?.trim(), ofLicense, ...page.asked }
    const found = await storage.listOrders(project.id, asked)
    const { listed, next_cursor } = page.cut(found)
    return { ...done('The orders that match.'), orders: listed.map(toOrderRecord), next_cursor }
  })

  register(ENDPOINTS.getOrder, async ({ project, query: { order, ...key }, now }) => {
    const isKey = key.id !== undefined || key.user_key !== undefined
    if (isKey === (order !== undefined)) return malformed('One of order, id and user_key is needed')
    if (order !== undefined) return answer('The order.', project, order, now)
    const license = await findOneKey(storage, project, key)
    if (isRefusal(license)) return license
    const found = await storage.findOrderOf(project.id, license.row)
    return toFound('The order of the key.', project, found, now)
  })

  register(ENDPOINTS.changeOrderLicense, async ({ project, params, body: { action, field }, now, by }) => {
    if ((action === 'follow') !== (field !== undefined)) return malformed('field is needed with follow alone')
    const act: OrderAct =
      field === undefined ? { kind: 'lift' } : { kind: 'follow', field: orderField(field) }
    const { order_id: order, key_id: keyId } = params
    const outcome = await storage.changeOrderLicense(project.id, { order, keyId }, act, by)
    return outcome === 'changed' ? answer('The license was changed.', project, order, now) : refuse(outcome)
  })

  register(ENDPOINTS.linkLicense, async ({ project, params, body, now, by }) => {
    const order = await storage.findOrder(project.id, params.order_id)
    if (order === undefined) return refuse('no-such-order')
    const { shop, shopIds } = order
    const links = [{ key: body.user_key, shopIds }]
    const outcomes = await storage.linkLicenses(project.id, shop.id, links, by)
    if (outcomes === 'no-such-shop') return refuse(outcomes)
    const [outcome = 'no-such-license'] = outcomes
    if (outcome !== 'linked') return refuse(outcome)
    return answer('The key follows the order.', project, order.id, now)
  })

  register(ENDPOINTS.getSales, async ({ project, query: { weeks = 12 }, now }) => ({
    ...done('The sales of each week.'),
    weeks: [...(await storage.countSales(project.id, weekOf(now) - (weeks - 1) * SECONDS_A_WEEK))],
  }))
}
