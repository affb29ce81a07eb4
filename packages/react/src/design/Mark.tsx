import { useApp } from '../app-context.ts'

/** The app's mark, from `brand.mark` of `startPage`. */
export function Mark() {
  const { mark } = useApp()
  return mark && <img className="gate-mark" src={mark} alt="" draggable={false} />
}
