import { useNavigate } from '@tanstack/react-router'
import { send } from '../api/send.ts'
import { endSession, useSession } from '../api/session.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../components/Menu.tsx'
import { showToast } from '../components/Toasts.tsx'
import { describeProblem } from '../messages/describe-problem.ts'
import { LANGUAGES, THEMES } from '../messages/language.ts'
import { usePreferences, useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './Shell.module.css'

/** Who is signed in, with language and theme. */
export function PersonMenu() {
  const t = useTexts(SHELL)
  const { person } = useSession()
  const navigate = useNavigate()

  async function signOut(): Promise<void> {
    const outcome = await send('signOut', {})
    if (outcome.kind === 'done') endSession()
    else showToast({ text: describeProblem(outcome, t) })
  }

  return (
    <Menu
      trigger={
        <button type="button" className={styles['person']}>
          <span className={styles['initial']} aria-hidden="true">
            {person.email.slice(0, 1).toUpperCase()}
          </span>
          <span className={styles['email']}>{person.email}</span>
        </button>
      }
      align="end"
    >
      <PreferenceChoices />
      <MenuSeparator />
      <MenuItem onSelect={() => navigate({ to: '/account' })}>{t.account}</MenuItem>
      <MenuItem onSelect={signOut}>{t.signOut}</MenuItem>
    </Menu>
  )
}

/** The choices of theme and language in a menu. */
export function PreferenceChoices() {
  const t = useTexts(SHELL)
  const { theme, setTheme, language, setLanguage } = usePreferences()
  return (
    <>
      <MenuChoice
        label={t.theme}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: t.themes[value] }))}
        onChange={setTheme}
      />
      <MenuSeparator />
      <MenuChoice
        label={t.language}
        value={language}
        choices={LANGUAGES.map((value) => ({ value, label: t.languages[value] }))}
        onChange={setLanguage}
      />
    </>
  )
}
