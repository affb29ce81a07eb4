import { Button } from '@latchkey/react/design'
import { type ReactNode, useEffect } from 'react'
import { Menu } from '../components/Menu.tsx'
import icon from '../design/icon.svg'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { PreferenceChoices } from '../shell/PersonMenu.tsx'
import styles from './CardPage.module.css'

interface CardPageProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}

/** The frame of the pages before the console opens: one card in the middle. */
export function CardPage({ title, lead, children }: CardPageProps) {
  const t = useTexts(SHELL)
  useEffect(() => {
    document.title = `${title} · Latchkey`
  }, [title])
  return (
    <div className={styles['page']}>
      <main className={styles['card']}>
        <img src={icon} alt="" width="40" height="40" />
        <h1 className={styles['title']}>{title}</h1>
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        {children}
      </main>
      <footer className={styles['footer']}>
        <Menu trigger={<Button look="quiet">{t.preferences}</Button>}>
          <PreferenceChoices />
        </Menu>
      </footer>
    </div>
  )
}
