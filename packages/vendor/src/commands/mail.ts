import { oneOf } from '@latchkey/command-line'
import { KEY_MAIL_KINDS, MAIL_STATES, type MailRecord } from '@latchkey/management'
import { defineCommand, given } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { type Column, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { PAGE_OPTIONS } from './customers.ts'

const WAYS = {
  smtp: undefined,
  folder: 'This service writes mail into files: serve --mail sends it.',
  none: 'This service has no way to send mail, so it waits: serve --mail sends it.',
} as const

const parseState = oneOf(...MAIL_STATES)
const parseKind = oneOf(...KEY_MAIL_KINDS)

const list = defineCommand({
  name: 'mail list',
  summary: 'Lists the mails of a project, newest first.',
  options: {
    state: { value: 'STATE', help: `One of ${MAIL_STATES.join(', ')}.`, parse: parseState },
    key: { value: 'KEY', help: 'Only mails about this key.' },
    ...PAGE_OPTIONS,
  },
  async run({ client, output, times }, { state, key, limit, cursor }) {
    const of_key =
      key === undefined ? undefined : expectOk(await client.getKey({ query: { user_key: key } })).key.id
    const query = given({ state, of_key, limit, cursor })
    const { mails, next_cursor, way } = expectOk(await client.listMail({ query }))
    output.show({ mails, next_cursor, way }, table(mailColumns(times), mails))
    if (mails.length === 0) output.notify('No mails.')
    if (next_cursor !== '') output.notify(`There are more: --cursor ${next_cursor}`)
    const advice = WAYS[way]
    if (advice !== undefined) output.notify(advice)
  },
})

const key = defineCommand({
  name: 'mail key <KEY>',
  summary: 'Mails a key to its customer.',
  options: {
    kind: {
      value: 'KIND',
      help: `One of ${KEY_MAIL_KINDS.join(', ')}.`,
      parse: parseKind,
      fallback: 'key-again' as const,
    },
  },
  async run({ client, output }, { kind }, [user_key = '']) {
    const { id, message } = expectOk(await client.mailKey({ body: { user_key, kind } }))
    output.done({ id }, message)
  },
})

const mailColumns = (times: Times): readonly Column<MailRecord>[] => [
  { title: 'WHEN', cell: ({ created_at }) => times.describe(created_at) },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'TO', cell: ({ receiver }) => receiver || '–', maxLength: 40 },
  { title: 'STATE', cell: ({ state, reason }) => (reason === '' ? state : `${state}: ${reason}`) },
  { title: 'TRIES', cell: ({ tries }) => String(tries), align: 'right' },
  { title: 'ANSWER', cell: ({ answer }) => answer, maxLength: 60 },
]

export const MAIL_COMMANDS = [list, key]
