import { project as de } from './de/project.ts'
import { project as en, type ProjectTexts } from './en/project.ts'
import type { Texts } from './messages.ts'

/** The texts of the settings of a project. */
export const PROJECT: Texts<ProjectTexts> = { en, de }
