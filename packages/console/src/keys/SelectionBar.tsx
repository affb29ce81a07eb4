import { Button } from '@latchkey/react/design'
import { useMay } from '../api/session.ts'
import { Menu, MenuItem, MenuSeparator } from '../components/Menu.tsx'
import { useTexts } from '../messages/messages.ts'
import type { BulkAction } from './bulk-actions.ts'
import styles from './SelectionBar.module.css'
import { countOf, type Selection } from './selection.ts'
import { KEYS, useKeyCount } from './texts.ts'

interface SelectionBarProps {
  readonly selection: Selection
  /** The button that selects all that match; undefined when it would change nothing. */
  readonly all: { readonly text: string; readonly select: () => void } | undefined
  readonly onAction: (action: BulkAction) => void
  readonly onDownload: () => void
  readonly onClear: () => void
}

/** How many are selected, and what can be done with them. */
export function SelectionBar({ selection, all, onAction, onDownload, onClear }: SelectionBarProps) {
  const t = useTexts(KEYS)
  const countText = useKeyCount()
  const may = useMay()
  const count = countOf(selection)
  return (
    <section aria-label={t.selection.label} className={styles['bar']}>
      <p role="status" className={styles['count']}>
        {t.selection.count(countText(count))}
      </p>
      {all !== undefined && (
        <Button look="quiet" onClick={all.select}>
          {all.text}
        </Button>
      )}
      <div className={styles['actions']}>
        {may('changeKeys') &&
          (['extend', 'note', 'ban'] as const).map((action) => (
            <Button key={action} onClick={() => onAction(action)}>
              {t.actions[action]}
            </Button>
          ))}
        <Menu align="end" trigger={<Button>{t.selection.more} ▾</Button>}>
          {may('changeKeys') &&
            (['terms', 'reset', 'unban'] as const).map((action) => (
              <MenuItem key={action} onSelect={() => onAction(action)}>
                {t.actions[action]}
              </MenuItem>
            ))}
          <MenuItem onSelect={onDownload}>{t.actions.download}</MenuItem>
          {may('deleteKeys') && (
            <>
              <MenuSeparator />
              <MenuItem isDangerous onSelect={() => onAction('delete')}>
                {t.actions.delete}
              </MenuItem>
            </>
          )}
        </Menu>
        <Button look="quiet" onClick={onClear}>
          {t.selection.clear}
        </Button>
      </div>
    </section>
  )
}
