import { expect, test } from 'vitest'
import { chooseLanguage } from '../messages/choose-language.ts'
import { toMessageChanges } from './message-texts.ts'

test('a text replaces a message, with the values of that message', () => {
  const changes = toMessageChanges({
    en: {
      gate: { heading: 'Hello from {1}', lead: 'Your key is in our e-mail.', unknown: 'ignored' },
      unknown: { heading: 'ignored' },
    },
  })
  const { messages } = chooseLanguage('en-GB', changes)
  expect(messages.gate.heading('Harbour')).toBe('Hello from Harbour')
  expect(messages.gate.lead).toBe('Your key is in our e-mail.')
  expect(messages.gate.activate).toBe('Activate')
  expect(messages.gate).not.toHaveProperty('unknown')
  expect(chooseLanguage('de', changes).messages.gate.heading('Harbour')).not.toContain('Hello')
})
