import type { CustomerFound } from '@latchkey/management'
import { Link } from '@tanstack/react-router'
import { Section } from '../components/Page.tsx'
import { Table } from '../components/Table.tsx'
import table from '../components/table.module.css'
import { Ends, KeyStateBadge, KeyText } from '../keys/cells.tsx'
import { useWords } from '../messages/messages.ts'
import { CUSTOMERS } from './texts.ts'

/** The keys of a customer, over all projects, the newest first. */
export function CustomerKeys({ found: { customer, keys } }: { readonly found: CustomerFound }) {
  const { t, f } = useWords(CUSTOMERS)
  if (keys.length === 0)
    return (
      <Section title={t.keys}>
        <p>{t.noKeys}</p>
      </Section>
    )
  const count = f.number(customer.keys)
  return (
    <Section
      title={t.keysOf(customer.keys, count)}
      lead={keys.length < customer.keys ? t.newest(f.number(keys.length)) : undefined}
    >
      <Table heads={[t.key, t.state, t.project, t.ends]}>
        {keys.map(({ project_id, project_name, key }) => (
          <tr key={key.id}>
            <th scope="row">
              <Link to="/projects/$projectId/keys/$keyId" params={{ projectId: project_id, keyId: key.id }}>
                <KeyText of={key} />
              </Link>
            </th>
            <td>
              <KeyStateBadge of={key} />
            </td>
            <td>
              <span className={table['caption']}>{t.project} </span>
              {project_name}
            </td>
            <td>
              <span className={table['caption']}>{t.ends} </span>
              <Ends of={key} />
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
