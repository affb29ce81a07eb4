import { useTexts } from '../messages/messages.ts'
import styles from './Mail.module.css'
import { MAIL } from './texts.ts'

/** Tells that mail reaches nobody, and what to do about it. */
export function WayNotice({ way }: { readonly way: string | undefined }) {
  const t = useTexts(MAIL)
  const text = way === 'folder' ? t.folder : way === 'none' ? t.none : undefined
  return text !== undefined && <p className={styles['notice']}>{text}</p>
}
