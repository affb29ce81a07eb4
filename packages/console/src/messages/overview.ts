import { overview as de } from './de/overview.ts'
import { overview as en, type OverviewTexts } from './en/overview.ts'
import type { Texts } from './messages.ts'

/** The texts of the overview of a project. */
export const OVERVIEW: Texts<OverviewTexts> = { en, de }
