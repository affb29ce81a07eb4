import { useFormats, useTexts } from '../messages/messages.ts'
import { formatBytes } from './format-bytes.ts'
import styles from './Scripts.module.css'
import { SCRIPTS } from './texts.ts'

const STAGES = ['sending', 'parsing', 'obfuscating', 'completed'] as const
export type Stage = (typeof STAGES)[number]

const SIGNS = { done: '✓', now: '●', later: '○', failed: '✕' } as const

interface StagesProps {
  readonly stage: Stage
  readonly isOver: boolean
  readonly hasFailed: boolean
  /** The sent bytes and all bytes, while the source is sent. */
  readonly sent?: { readonly sent: number; readonly of: number } | undefined
}

/** The stages of an upload: those that are done, the present one, and those that follow. */
export function Stages({ stage, isOver, hasFailed, sent }: StagesProps) {
  const t = useTexts(SCRIPTS).stages
  const formats = useFormats()
  const at = STAGES.indexOf(stage)
  const stateOf = (index: number): keyof typeof SIGNS => {
    if (index < at) return 'done'
    if (index > at) return 'later'
    return hasFailed ? 'failed' : isOver ? 'done' : 'now'
  }
  const bytes = sent && t.sent(formatBytes(sent.sent, formats), formatBytes(sent.of, formats))
  return (
    <div className="stack-tight">
      <ol className={styles['stages']} aria-label={t.title}>
        {STAGES.map((one, index) => {
          const state = stateOf(index)
          return (
            <li key={one} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span aria-hidden="true">{SIGNS[state]}</span> {t[one]}
              <span className="visually-hidden">, {t.states[state]}</span>
            </li>
          )
        })}
      </ol>
      {sent !== undefined && (
        <label className={styles['sent']}>
          <progress value={sent.sent} max={Math.max(sent.of, 1)} /> {bytes}
        </label>
      )}
      {!isOver && stage !== 'sending' && (
        <p className="soft">{stage === 'parsing' ? `${t.waiting} ${t.goOn}` : t.goOn}</p>
      )}
    </div>
  )
}
