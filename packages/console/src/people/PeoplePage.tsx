import type { PersonRecord, Role } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../api/query.ts'
import type { Answer } from '../api/send.ts'
import { ROLES, useSession } from '../api/session.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../components/Menu.tsx'
import { Moment } from '../components/Moment.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { Table } from '../components/Table.tsx'
import table from '../components/table.module.css'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { InviteDialog, LinkDialog } from './InviteDialog.tsx'
import { type Asked, PersonDialog } from './PersonDialog.tsx'
import { PEOPLE } from './texts.ts'

/** Who may sign in. Owners invite, change roles and remove. */
export function PeoplePage() {
  const t = useTexts(SHELL)
  const people = useTexts(PEOPLE)
  const { person: me } = useSession()
  const { data } = useQuery(queryOf('listPeople', {}))
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<Answer<'changePerson'>>()
  const [asked, setAsked] = useState<Asked>()

  return (
    <Page
      title={t.people}
      lead={people.lead}
      actions={
        <Button look="primary" onClick={() => setInviting(true)}>
          {people.invite}
        </Button>
      }
    >
      <Section title={people.title} focusAfter={data?.people.length}>
        {data === undefined ? (
          <Skeleton />
        ) : (
          <Table heads={[t.signIn.email, people.role, people.added]} hasActions>
            {data.people.map((person) => (
              <PersonRow key={person.id} person={person} isMe={person.id === me.id} onAsk={setAsked} />
            ))}
          </Table>
        )}
      </Section>
      {isInviting && <InviteDialog onMade={setMade} onClose={() => setInviting(false)} />}
      {made !== undefined && <LinkDialog answer={made} onClose={() => setMade(undefined)} />}
      {asked !== undefined && (
        <PersonDialog asked={asked} onLink={setMade} onUndo={setAsked} onClose={() => setAsked(undefined)} />
      )}
    </Page>
  )
}

interface PersonRowProps {
  readonly person: PersonRecord
  readonly isMe: boolean
  readonly onAsk: (asked: Asked) => void
}

function PersonRow({ person, isMe, onAsk }: PersonRowProps) {
  const t = useTexts(SHELL)
  const people = useTexts(PEOPLE)
  return (
    <tr>
      <th scope="row">
        {person.email}
        {isMe && <span className="soft"> {people.you}</span>}
      </th>
      <td>
        {t.roles[person.role as Role]?.name ?? person.role}{' '}
        {!person.has_password && <StateBadge tone="neutral">{people.invited}</StateBadge>}{' '}
        {person.has_totp && <StateBadge tone="good">{people.withCode}</StateBadge>}{' '}
        {person.waits_until > 0 && <StateBadge tone="caution">{people.wasReset}</StateBadge>}
      </td>
      <td>
        <Moment at={person.created_at} />
      </td>
      <td className={table['actions']}>
        <Menu
          align="end"
          trigger={
            <Button aria-label={people.actionsFor(person.email)}>
              <span aria-hidden="true">⋯</span>
            </Button>
          }
        >
          <MenuChoice
            label={people.role}
            value={person.role as Role}
            choices={ROLES.map((value) => ({ value, label: t.roles[value].name }))}
            onChange={(role) => {
              if (role !== person.role) onAsk({ kind: 'role', person, role })
            }}
            closes
          />
          <MenuSeparator />
          {!isMe && <MenuItem onSelect={() => onAsk({ kind: 'link', person })}>{people.newLink}</MenuItem>}
          <MenuItem isDangerous onSelect={() => onAsk({ kind: 'removal', person })}>
            {people.remove}
          </MenuItem>
        </Menu>
      </td>
    </tr>
  )
}
