import { randomBytes } from 'node:crypto'
import { type CustomerAct, MY_ENDPOINTS as ENDPOINTS } from '@latchkey/management'
import { createLicenseKey, parseActivationRequest } from '@latchkey/protocol'
import type { OwnerRequestStorage } from '../ask-owner/storage.ts'
import type { Project } from '../core/accounts/projects.ts'
import { type Customer, readCustomerEmail, type SignedInCustomer } from '../core/customer/customers.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { isOver, SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { idOf } from '../core/license/key-id.ts'
import type { License } from '../core/license/license.ts'
import { isRefusal, type Refusal, tooMany } from '../core/refusal.ts'
import { createId, createToken, hashToken } from '../core/security/credentials.ts'
import { createForgetAddress, type ForgetParts } from '../customers/forget-address.ts'
import type { CustomerStorage } from '../customers/storage.ts'
import { parseKeyId } from '../licenses/records.ts'
import type { LicenseStorage } from '../licenses/storage.ts'
import { mailItem } from '../mail/mail.ts'
import { mailsToOwners } from '../mail/mails-to-owners.ts'
import type { MyParts } from '../my/parts.ts'
import { provenUntil } from '../my/sessions.ts'
import { issueLicense, type OfflineParts } from '../offline/issue-license.ts'
import type { OutboxStorage } from '../outbox/storage.ts'
import type { PeopleStorage } from '../people/storage.ts'
import { lastNoticeTo, linkUntil, noticeTo } from './notices.ts'
import { toMyLicense, toMyOrder } from './records.ts'
import { refuse } from './refusals.ts'
import { decideFree, decideReplace, isRefused } from './rules.ts'
import type { MyLicenseRef, MyLicenseStorage } from './storage.ts'

export type MyLicenseParts = MyParts &
  OfflineParts &
  ForgetParts &
  HttpParts<
    MyLicenseStorage & OwnerRequestStorage & CustomerStorage & LicenseStorage & OutboxStorage & PeopleStorage
  >

/** The mails that one customer can cause in a day. */
const MAILS_A_DAY = 20
/** For how long a license file works that a customer makes. A new one can be made at any time. */
const FILE_DAYS = 90
/** Why the vendor's way of making license files refuses a request, not the license. */
const OF_REQUEST = ['INVALID_REQUEST', 'APP_NOT_APPROVED', 'SECURITY_ERROR', 'PUBLIC_KEY_UNKNOWN']

/** A request about a license. */
interface AboutLicense {
  readonly project: Project
  readonly customer: SignedInCustomer
  readonly body: { readonly license_id: string }
  readonly now: number
}

/** Registers what customers see and do at their page. */
export function registerMine(register: RegisterEndpoint, parts: MyLicenseParts): void {
  const { storage, customerSessions } = parts
  const forgetAddress = createForgetAddress(parts)

  const mayNot = async ({ id }: Project, act: CustomerAct): Promise<Refusal | undefined> =>
    (await storage.findMyPage(id))?.settings.may[act] === true ? undefined : refuse('not-allowed')
  const licenseOf = ({ project, customer, body }: AboutLicense): MyLicenseRef | Refusal => {
    const parsed = parseKeyId(body.license_id)
    if (parsed === undefined) return refuse('no-such-license')
    return { projectId: project.id, customerRow: customer.row, ...parsed }
  }
  const allowedLicense = async (received: AboutLicense, act: CustomerAct): Promise<MyLicenseRef | Refusal> =>
    (await mayNot(received.project, act)) ?? licenseOf(received)
  const noticeOf = ({ project, body, now }: AboutLicense) => ({
    projectId: project.id,
    about: body.license_id,
    now,
  })
  /** SECURITY: counted before a mail, so that nobody floods a mailbox by the vendor's mails. */
  const countMail = async ({ row }: SignedInCustomer, now: number): Promise<Refusal | undefined> => {
    const count = { name: `mails of customer ${row}`, more: 1, until: now + SECONDS_A_DAY - 1 }
    const [sent = 0] = await storage.addCounts([count], now)
    if (sent <= MAILS_A_DAY) return undefined
    return tooMany('rate-limited', 'Too many mails were sent today.', SECONDS_A_DAY)
  }
  /** Reads the address to which something is mailed. */
  const otherAddress = async (customer: SignedInCustomer, typed: string, now: number) => {
    const email = readCustomerEmail(typed)
    if (typeof email !== 'string') return email
    if (email.toLowerCase() === customer.customer.email.toLowerCase()) return refuse('own-address')
    return (await countMail(customer, now)) ?? email
  }

  register(ENDPOINTS.getMine, async ({ project, customer, now }) => {
    const page = await storage.findMyPage(project.id)
    if (page === undefined) return refuse('not-allowed')
    const found = await storage.findMine(project.id, customer.row, now)
    const open = await storage.openOwnerRequests(project.id, customer.row, now)
    const { email, name } = customer.customer
    const context = { project, may: page.settings.may, now }
    return {
      ...done('What you have.'),
      email,
      name,
      proven_until: provenUntil(customer),
      erasure_asked_at: found.erasureAskedAt,
      licenses: found.licenses.map((one) => toMyLicense(one, context)),
      orders: found.orders.map(toMyOrder),
      requests: open.map(({ id, licenseRow, keyId, computer, network, askedAt, until }) => {
        const license_id = idOf(licenseRow, keyId)
        return { id, license_id, computer, network, asked_at: askedAt, until }
      }),
    }
  })

  register(ENDPOINTS.mailMyKeys, async ({ project, customer, now }) => {
    const { licenses } = await storage.findMine(project.id, customer.row, now)
    const working = licenses.filter(({ license }) => !isRefused(license) && !isOver(license, now))
    if (working.length === 0) return done('There is no key that works.')
    const limited = await countMail(customer, now)
    if (limited !== undefined) return limited
    const { email, name } = customer.customer
    const keys = working.map(({ license }) => license.key)
    const content = { to: { email, name }, keys, end: 0, path: '' }
    await storage.queueItem(project.id, mailItem(createId(randomBytes), 'key-again', content, { now }))
    return done('The mail leaves in the next seconds.')
  })

  register(ENDPOINTS.freeComputer, async (received) => {
    const { project, customer, body, now, by } = received
    const of = await allowedLicense(received, 'free_computer')
    if (isRefusal(of)) return of
    const mail = noticeTo(customer.customer, 'computer-freed', noticeOf(received))
    const rule = (license: License) => decideFree(license, body.computer_id, project, now)
    const outcome = await storage.changeMine(of, rule, by, [mail])
    return outcome === 'done' ? done('The computer was freed.') : refuse(outcome)
  })

  register(ENDPOINTS.replaceMyKey, async (received) => {
    const { customer, now, by } = received
    const of = await allowedLicense(received, 'replace_key')
    if (isRefusal(of)) return of
    const mail = noticeTo(customer.customer, 'key-replaced', noticeOf(received))
    const rule = (license: License) => decideReplace(license, now)
    const outcome = await storage.replaceMine(of, rule, createLicenseKey(), by, [mail])
    return outcome === 'done' ? done('The license has another key.') : refuse(outcome)
  })

  register(ENDPOINTS.handOver, async (received) => {
    const { customer, body, now, by } = received
    const of = await allowedLicense(received, 'hand_over')
    if (isRefusal(of)) return of
    const email = await otherAddress(customer, body.email, now)
    if (typeof email !== 'string') return email
    const token = createToken()
    const notice = { ...noticeOf(received), language: body.language }
    const link = { email, tokenHash: hashToken(token), until: linkUntil('license-offer', now) }
    const outcome = await storage.offerMine(of, link, by, [
      noticeTo({ email, name: '' }, 'license-offer', { ...notice, fragment: `#offer/${token}` }),
      noticeTo(customer.customer, 'license-offered', notice),
    ])
    return outcome === 'done' ? done('The offer is on its way.') : refuse(outcome)
  })

  register(ENDPOINTS.takeBackOffer, async (received) => {
    const of = licenseOf(received)
    if (isRefusal(of)) return of
    const outcome = await storage.takeOfferBack(of, received.by)
    return outcome === 'done' ? done('The offer was taken back.') : refuse(outcome)
  })

  register(ENDPOINTS.acceptLicense, async ({ project, body, now, by }, reply) => {
    const created = { id: createId(randomBytes), createdAt: now }
    const mailTo = (giver: Customer, about: string) =>
      noticeTo(giver, 'license-taken', { projectId: project.id, now, about })
    const accepted = await storage.acceptOffer(project.id, hashToken(body.token), created, by, mailTo)
    if (accepted === 'link-over') return refuse(accepted)
    await customerSessions.begin(reply, { customerRow: accepted, now })
    return done('The license is yours.')
  })

  register(ENDPOINTS.changeMyAddress, async ({ project, customer, body, now }) => {
    const refused = await mayNot(project, 'change_address')
    if (refused !== undefined) return refused
    const email = await otherAddress(customer, body.email, now)
    if (typeof email !== 'string') return email
    const token = createToken()
    const notice = { projectId: project.id, now, fragment: `#address/${token}`, language: body.language }
    const link = { email, tokenHash: hashToken(token), until: linkUntil('new-address', now) }
    // SECURITY: the answer does not depend on whether another customer has the address.
    const mail = noticeTo({ email, name: '' }, 'new-address', notice)
    await storage.addAddressLink(project.id, customer.row, link, [mail])
    return done('A mail with a link is on its way to the new address.')
  })

  register(ENDPOINTS.confirmMyAddress, async ({ project, body, now, by }, reply) => {
    const mailTo = (before: Customer) => lastNoticeTo(before, { projectId: project.id, now })
    const outcome = await storage.confirmAddress(project.id, hashToken(body.token), by, mailTo)
    if (typeof outcome === 'string') return refuse(outcome)
    const { row, before, email } = outcome
    // A later erasure does not know the earlier address.
    await forgetAddress(project.accountId, before.email, email)
    await customerSessions.begin(reply, { customerRow: row, now })
    return done('The address was changed.')
  })

  register(ENDPOINTS.makeMyLicenseFile, async (received) => {
    const { project, customer, body, now, by } = received
    const of = await allowedLicense(received, 'license_file')
    if (isRefusal(of)) return of
    const license = (await storage.findLicense(project.id, { row: of.row }))?.license
    if (license?.customerId !== of.customerRow || !of.isOf(license)) return refuse('no-such-license')
    const reading = parseActivationRequest(body.request)
    if (reading.kind !== 'request' || reading.request.key !== license.key) return refuse('wrong-request')
    const issued = await issueLicense(parts, { project, now, by }, { request: body.request, days: FILE_DAYS })
    if (isRefusal(issued)) {
      return refuse(OF_REQUEST.includes(issued.code ?? '') ? 'wrong-request' : 'not-working')
    }
    const mail = noticeTo(customer.customer, 'license-file-made', noticeOf(received))
    await storage.queueItem(project.id, mail)
    const name = `license-${license.key.slice(-4)}.txt`
    return { ...done('The license file was made.'), file: `${issued.license}\n`, name }
  })

  register(ENDPOINTS.askForErasure, async ({ project, account, customer, now, by }) => {
    const mails = mailsToOwners(await storage.peopleOf(account.id), account, 'erasure-asked', now)
    const { row } = customer
    await storage.askForErasure(project.id, { row, id: customer.customer.id }, by, mails)
    return done('The seller was asked.')
  })
}
