import { useApp } from '../app-context.ts'
import styles from './Mark.module.css'

/** The app's mark, from `brand.mark` of `startPage`. */
export function Mark() {
  const { mark } = useApp()
  return mark && <img className={styles['mark']} src={mark} alt="" draggable={false} />
}
