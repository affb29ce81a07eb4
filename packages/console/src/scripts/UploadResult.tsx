import type { ScriptDetails } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { type ReactNode, useEffect, useRef } from 'react'
import { Problem } from '../components/Problem.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { formatBytes } from './format-bytes.ts'
import styles from './Scripts.module.css'
import { SourceErrorView } from './SourceErrorView.tsx'
import { type Stage, Stages } from './Stages.tsx'
import { SCRIPTS } from './texts.ts'
import type { UploadParts } from './use-upload.ts'

interface UploadResultProps {
  readonly script: ScriptDetails
  readonly parts: UploadParts
  /** The source that this page has uploaded. */
  readonly source: string | undefined
}

/**
 * Shows the progress and the result of an upload. Scrolls into view, because it is below a long
 * form.
 */
export function UploadResult(props: UploadResultProps) {
  const { state, progress } = props.parts
  const ref = useRef<HTMLDivElement>(null)
  const at = `${state.kind} ${progress?.status}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step of the upload.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    state.kind !== 'none' && (
      <div ref={ref} className="stack-tight">
        <Content {...props} />
      </div>
    )
  )
}

/** Explains the state, and what to do next. */
function Content({ script, parts, source }: UploadResultProps) {
  const t = useTexts(SCRIPTS)
  const formats = useFormats()
  const { state, before, progress, cancel } = parts
  switch (state.kind) {
    case 'none':
      return null
    case 'sending':
      return (
        <>
          <Stages stage="sending" isOver={false} hasFailed={false} sent={state} />
          <div>
            <Button onClick={cancel}>{t.upload.cancel}</Button>
          </div>
        </>
      )
    case 'looking':
      return <Note>{t.looking[state.why]}</Note>
    case 'not-arrived': {
      const { sent, of, version } = state
      return <Failure>{t.notArrived(formatBytes(sent, formats), formatBytes(of, formats), version)}</Failure>
    }
    case 'refused': {
      const { code = '', retryAfterSeconds } = state.refusal
      const reason = t.reasons[code]
      if (reason === undefined) return <Problem of={state.refusal} />
      const again = retryAfterSeconds === undefined ? '' : t.againIn(formats.number(retryAfterSeconds))
      return (
        <Failure>
          {reason} {again}
        </Failure>
      )
    }
    case 'following': {
      const isOver = progress !== undefined && progress.status !== 'processing'
      const hasSucceeded = progress?.result?.success === true
      const stage = (hasSucceeded ? 'completed' : parts.stage) as Stage
      return (
        <>
          <Stages stage={stage} isOver={isOver} hasFailed={isOver && !hasSucceeded} />
          {hasSucceeded && script.script_version !== before && (
            <Success>{t.done(before, script.script_version)}</Success>
          )}
          {isOver && progress.result?.success === false && (
            <Failure>
              {t.rejected} {t.unchanged(script.script_version)}
              <SourceErrorView message={progress.result.message} source={source} />
              {t.fix}
            </Failure>
          )}
          {isOver && progress.result === undefined && (
            <Failure>
              {t.failed} {t.unchanged(script.script_version)}
            </Failure>
          )}
        </>
      )
    }
  }
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className="soft">
    {children}
  </p>
)
const Success = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className={styles['success']}>
    <span aria-hidden="true">✓ </span>
    {children}
  </p>
)
const Failure = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className={styles['failure']}>
    {children}
  </div>
)
