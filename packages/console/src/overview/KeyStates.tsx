import type { KeyState, Overview } from '@latchkey/management'
import { Link } from '@tanstack/react-router'
import { Section } from '../components/Page.tsx'
import table from '../components/table.module.css'
import { KEY_STATES } from '../keys/keys-search.ts'
import { useWords } from '../messages/messages.ts'
import styles from './Overview.module.css'
import { sumOf } from './plots.ts'
import { OVERVIEW } from './texts.ts'

interface KeyStatesProps {
  readonly projectId: string
  readonly keys: Overview['keys']
}

/** How many keys are in each state. Each opens the list of its keys. */
export function KeyStates({ projectId, keys }: KeyStatesProps) {
  const { t, f } = useWords(OVERVIEW)
  const all = sumOf(Object.values(keys))
  const shareOf = (state: KeyState): number => (all === 0 ? 0 : keys[state] / all)
  return (
    <Section title={t.keys.title}>
      <table className={table['table']}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t.keys.title}</th>
            <th scope="col">{t.keys.count}</th>
            <th scope="col">{t.keys.share}</th>
          </tr>
        </thead>
        <tbody>
          {KEY_STATES.map((state) => (
            <tr key={state}>
              <th scope="row">
                <Link to="/projects/$projectId/keys" params={{ projectId }} search={{ state: [state] }}>
                  {t.keys.states[state]}
                </Link>
                <span className={styles['track']} aria-hidden="true">
                  <i data-state={state} style={{ width: `${shareOf(state) * 100}%` }} />
                </span>
              </th>
              <td className={styles['number']}>{f.number(keys[state])}</td>
              <td className={styles['number']}>{f.percent(shareOf(state))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.total}</th>
            <td className={styles['number']}>{f.number(all)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </Section>
  )
}
