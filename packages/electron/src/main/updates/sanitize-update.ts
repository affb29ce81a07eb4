import { cleanText } from '@latchkey/client'
import type { FoundUpdate } from './updates.ts'

const MAX_LINES = 60
const MAX_LINE_LENGTH = 400
const MAX_VERSION_LENGTH = 40

/** SECURITY: limits a feed's text and removes control characters that could disguise it. */
export const sanitizeUpdate = ({ version, notes, releasedAt }: FoundUpdate): FoundUpdate => ({
  releasedAt,
  version: cleanText(version, MAX_VERSION_LENGTH),
  notes: notes
    .slice(0, MAX_LINES * MAX_LINE_LENGTH)
    .split(/\r?\n/, MAX_LINES)
    .map((line) => cleanText(line, MAX_LINE_LENGTH))
    .join('\n')
    .trim(),
})
