import { service as de } from './de/service.ts'
import { service as en, type ServiceTexts } from './en/service.ts'
import type { Texts } from './messages.ts'

/** The texts of the page of the service. */
export const SERVICE: Texts<ServiceTexts> = { en, de }
