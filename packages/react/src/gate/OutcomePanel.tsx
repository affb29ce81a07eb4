import type { RefObject } from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { CopyReportButton } from '../design/CopyButton.tsx'
import { WaitingButton, type WaitingButtonProps } from '../design/WaitingButton.tsx'
import styles from './OutcomePanel.module.css'
import type { Outcome, OutcomeAction, Tone } from './outcomes.ts'

export interface OutcomePanelProps {
  readonly outcome: Outcome
  /** The ID of the text, for `aria-describedby` of the field. */
  readonly textId?: string
  readonly primaryRef?: RefObject<HTMLButtonElement | null> | undefined
  /** Omitted where another button of the view sends the key again. */
  readonly onRetry?: (() => void) | undefined
  /** Shows the computers of the key. Only for an outcome with the action `devices`. */
  readonly onChooseComputer?: (() => void) | undefined
  /** Asks the owner. Only for an outcome with the action `ask-owner`. */
  readonly onAskOwner?: (() => void) | undefined
}

export function OutcomePanel({ outcome, textId, primaryRef, ...callbacks }: OutcomePanelProps) {
  const { messages } = useApp()
  const { actions } = outcome
  return (
    <div className={styles['panel']} data-tone={outcome.tone}>
      {/* The countdown is outside of the alert: screen readers would read it every second. */}
      <div id={textId} role="alert" data-code={outcome.code}>
        <p className={styles['title']}>
          <ToneIcon tone={outcome.tone} />
          {outcome.title}
        </p>
        <p className={styles['text']}>{outcome.text}</p>
        {outcome.certificateIssuer !== undefined && (
          <p className={styles['text']}>{messages.outcomes.certificateFrom(outcome.certificateIssuer)}</p>
        )}
        {outcome.message !== '' && (
          <p className={styles['message']}>
            {messages.outcomes.serviceSays} <q>{outcome.message}</q>
          </p>
        )}
      </div>
      <div className={styles['actions']}>
        {actions.map((action) => {
          const isPrimary = action === actions[0]
          return (
            <ActionButton
              key={action}
              action={action}
              waitSeconds={outcome.waitSeconds}
              {...callbacks}
              look={isPrimary ? 'primary' : 'quiet'}
              ref={isPrimary ? primaryRef : undefined}
            />
          )
        })}
        <details className={styles['details']}>
          <summary>{messages.outcomes.details}</summary>
          <ul>
            {[...new Set([outcome.code, ...outcome.details])].map((line) => (
              <li key={line}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
          <CopyReportButton look="quiet" />
        </details>
      </div>
    </div>
  )
}

interface ActionButtonProps
  extends Pick<WaitingButtonProps, 'look' | 'ref' | 'waitSeconds'>,
    Pick<OutcomePanelProps, 'onRetry' | 'onChooseComputer' | 'onAskOwner'> {
  readonly action: OutcomeAction
}

function ActionButton({
  action,
  waitSeconds,
  onRetry,
  onChooseComputer,
  onAskOwner,
  ...rest
}: ActionButtonProps) {
  const { bridge, messages } = useApp()
  const { retry, acceptDevice, moveHere, useAgain, releaseOne, askOwner, help } = messages.actions
  const button = (label: string, onClick: (() => void) | undefined) => (
    <Button {...rest} onClick={onClick}>
      {label}
    </Button>
  )
  switch (action) {
    case 'move-here':
      return button(moveHere, () => void bridge.license.moveHere())
    case 'use-again':
      return button(useAgain, () => void bridge.license.moveHere())
    case 'devices':
      return button(releaseOne, onChooseComputer)
    case 'ask-owner':
      return button(askOwner, onAskOwner)
    case 'accept-device':
      return button(acceptDevice, () => void bridge.license.acceptDevice())
    case 'edit-key':
      return null
    case 'retry':
      if (onRetry === undefined) return null
      return <WaitingButton {...rest} label={retry} waitSeconds={waitSeconds} onClick={onRetry} />
    default:
      return button(help[action], () => void bridge.app.openHelp(action))
  }
}

/** A barred circle, a clock, a triangle and a flag, so that the tone does not depend on colour alone. */
const SHAPES: Readonly<Record<Tone, string>> = {
  problem: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM4.8 4.8l10.4 10.4',
  pause: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 5.8V10l2.8 2',
  notice: 'M10 3 18 17H2zM10 8v4M10 14.2v.4',
  calm: 'M5 18V3h10l-2.5 4L15 11H5',
}

function ToneIcon({ tone }: { readonly tone: Tone }) {
  return (
    <svg className={styles['icon']} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={SHAPES[tone]} />
    </svg>
  )
}
