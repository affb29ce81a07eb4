import type { CreateUserBody } from '@latchkey/management'
import { waitOutRateLimit } from '../client/wait-out-rate-limit.ts'
import { defineCommand, given } from '../command-line/command.ts'
import { EXIT, exitCodeOf } from '../command-line/exit-codes.ts'
import { EXPIRY_OPTIONS, readExpiry } from '../command-line/expiry.ts'
import { sentenceOf } from '../command-line/output.ts'
import { UsageError } from '../command-line/usage-error.ts'

const MOST_AT_ONCE = 10_000

export const usersCreate = defineCommand({
  verb: 'users create',
  summary: 'Creates keys, and prints one a line.',
  details:
    'Days count from the moment that somebody uses the key for the first time. So does the time until a date, unless the key is linked to a device or a chat ID at once. Without any of the three the key never expires.',
  arguments: [],
  options: {
    ...EXPIRY_OPTIONS,
    count: { type: 'string', value: 'N', help: 'How many keys. Otherwise one.' },
    note: { type: 'string', value: 'TEXT', help: 'A note on each key.' },
    identifier: { type: 'string', value: 'ID', help: 'Links a device at once.' },
    'chat-id': { type: 'string', value: 'ID', help: 'Links a chat ID at once.' },
  },
  needs: 'project',
  async run({ client, projectId, output, times, wait }, options) {
    const count = parseCount(options.count)
    if (count > 1 && (options.identifier !== undefined || options['chat-id'] !== undefined)) {
      throw new UsageError('A device or a chat ID goes with one key, not with several.')
    }
    const expiry = readExpiry(options, times)
    const body: CreateUserBody = given({
      key_days: expiry.kind === 'days' ? expiry.days : undefined,
      auth_expire: expiry.kind === 'at' ? expiry.second : undefined,
      note: options.note,
      identifier: options.identifier,
      chat_id: options['chat-id'],
    })

    const keys: string[] = []
    while (keys.length < count) {
      const outcome = await waitOutRateLimit(() => client.users.create(projectId, body), wait)
      if (outcome.kind !== 'ok') {
        // Keys that exist are told, whatever came after them: nobody could find out otherwise which are new.
        output.show({ keys, error: sentenceOf(outcome) }, [])
        output.say(sentenceOf(outcome))
        if (count > 1) output.say(`${keys.length} of ${count} keys were created.`)
        return exitCodeOf(outcome)
      }
      keys.push(outcome.value.user_key)
      if (!output.isJson) output.line(outcome.value.user_key)
    }
    output.show({ keys }, [])
    return EXIT.ok
  },
})

function parseCount(text = '1'): number {
  const count = Number(text)
  if (!/^\d{1,9}$/.test(text) || count < 1 || count > MOST_AT_ONCE) {
    throw new UsageError(`--count takes a number from 1 to ${MOST_AT_ONCE}.`)
  }
  return count
}
