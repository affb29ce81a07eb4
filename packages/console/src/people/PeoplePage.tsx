import type { PersonRecord, Role } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { queryOf, readAgain } from '../api/query.ts'
import { type Answer, send } from '../api/send.ts'
import { ROLES, useSession } from '../api/session.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../components/Menu.tsx'
import { Moment } from '../components/Moment.tsx'
import { Page, Section } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { Table } from '../components/Table.tsx'
import { showToast } from '../components/Toasts.tsx'
import table from '../components/table.module.css'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { InviteDialog, LinkDialog } from './InviteDialog.tsx'
import { PEOPLE } from './texts.ts'

/** Who may sign in. Owners invite, change roles and remove. */
export function PeoplePage() {
  const t = useTexts(SHELL)
  const people = useTexts(PEOPLE)
  const { person: me } = useSession()
  const { data } = useQuery(queryOf('listPeople', {}))
  const [outcome, setOutcome] = useState<Outcome<unknown>>()
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<Answer<'changePerson'>>()
  const [removed, setRemoved] = useState<PersonRecord>()

  async function change(person: PersonRecord, body: { role?: Role; new_link?: boolean }): Promise<void> {
    const ended = await send('changePerson', { params: { person_id: person.id }, body })
    setOutcome(ended)
    if (ended.kind === 'done' && ended.answer.link !== undefined) setMade(ended.answer)
    if (ended.kind === 'done' && body.role !== undefined) {
      showToast({
        text: people.changed(person.email, t.roles[body.role].name),
        undo: { label: t.actions.undo, run: () => void change(person, { role: person.role as Role }) },
      })
    }
    await readAgain('listPeople')
  }

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
      <Problem of={outcome} />
      <Section title={people.title} focusAfter={data?.people.length}>
        {data === undefined ? (
          <Skeleton />
        ) : (
          <Table heads={[t.signIn.email, people.role, people.added]} hasActions>
            {data.people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isMe={person.id === me.id}
                onChange={(body) => change(person, body)}
                onRemove={() => setRemoved(person)}
              />
            ))}
          </Table>
        )}
      </Section>
      {isInviting && <InviteDialog onMade={setMade} onClose={() => setInviting(false)} />}
      {made !== undefined && <LinkDialog answer={made} onClose={() => setMade(undefined)} />}
      {removed !== undefined && (
        <ConfirmDialog
          title={people.removeTitle(removed.email)}
          action={people.remove}
          isDangerous
          onConfirm={() => send('removePerson', { params: { person_id: removed.id } })}
          onDone={() => {
            showToast({ text: people.removed(removed.email) })
            void readAgain('listPeople')
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{people.removeText}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

interface PersonRowProps {
  readonly person: PersonRecord
  readonly isMe: boolean
  readonly onChange: (body: { role?: Role; new_link?: boolean }) => Promise<void>
  readonly onRemove: () => void
}

function PersonRow({ person, isMe, onChange, onRemove }: PersonRowProps) {
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
        {person.has_totp && <StateBadge tone="good">{people.withCode}</StateBadge>}
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
            onChange={(role) => void onChange({ role })}
          />
          <MenuSeparator />
          <MenuItem onSelect={() => void onChange({ new_link: true })}>{people.newLink}</MenuItem>
          <MenuItem isDangerous onSelect={onRemove}>
            {people.remove}
          </MenuItem>
        </Menu>
      </td>
    </tr>
  )
}
