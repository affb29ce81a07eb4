import { useEffect, useRef, useState } from 'react'
import { useApp, useLicense } from '../app-context.ts'
import { ComputersDialog } from '../computers/ComputersDialog.tsx'
import { Button } from '../design/Button.tsx'
import { Mark } from '../design/Mark.tsx'
import { DeviceDialog } from '../device/DeviceDialog.tsx'
import { useDevice } from '../device/use-device.ts'
import { useActivationLink } from '../license/use-activation-link.ts'
import { OfflineButton } from '../offline/OfflineButton.tsx'
import { AskOwnerDialog } from '../owner/AskOwnerDialog.tsx'
import { UpdateNote } from '../updates/UpdateNote.tsx'
import styles from './GatePage.module.css'
import { KeyForm } from './KeyForm.tsx'
import { describeOutcome } from './outcomes.ts'
import { Progress } from './Progress.tsx'
import { RememberKeyOption } from './RememberKeyOption.tsx'

/** The page for all states except `licensed`. Only the main process navigates to the product. */
export function GatePage() {
  const app = useApp()
  const { bridge, info, messages } = app
  const view = useLicense()
  const device = useDevice()
  const [text, setText] = useState('')
  /** The view whose outcome is hidden, because the user has edited the key since. */
  const [dismissedView, setDismissedView] = useState<typeof view>()
  const [hint, setHint] = useState<string>()
  const [sent, setSent] = useState<'key' | 'trial'>()
  const [isDeviceShown, setIsDeviceShown] = useState(false)
  /** The view whose key's computers are shown. A check ends the dialog. */
  const [chosenAt, setChosenAt] = useState<typeof view>()
  const [isAskShown, setIsAskShown] = useState(false)
  const fieldRef = useRef<HTMLTextAreaElement>(null)

  const described =
    (view.kind === 'refused' || view.kind === 'unreachable') && view !== dismissedView
      ? describeOutcome(view, app, info.helpTopics, {
          canRelease: true,
          canAsk: true,
          isTrial: sent === 'trial',
        })
      : undefined
  const outcome =
    info.takesOtherKeys && described?.code === 'KEY_INVALID'
      ? { ...described, ...messages.outcomes.otherKeyInvalid }
      : described
  const phase = view.kind === 'licensed' ? 'done' : view.kind === 'checking' ? view.phase : undefined
  const progress = phase && (
    <Progress phase={phase} isTrial={sent === 'trial'} takesFocus={sent !== undefined} />
  )
  const asking = view.kind === 'refused' ? view.asking : undefined
  const isRecheck = phase !== undefined && sent === undefined
  const trial = 'trial' in view ? view.trial : undefined
  const { isStoredKeyUnreadable, isReleased } = view.kind === 'locked' ? view : {}
  const { storedKeyUnreadable, released } = messages.gate
  const usualLead = info.takesOtherKeys ? messages.gate.leadOther : messages.gate.lead
  const lead = isStoredKeyUnreadable ? storedKeyUnreadable : isReleased ? released : usualLead

  useActivationLink((key) => {
    handleText(key)
    setHint(messages.entry.fromLink)
  })

  // From here on, the view shows the dialog.
  useEffect(() => {
    if (asking !== undefined) setIsAskShown(false)
  }, [asking])

  useEffect(() => {
    const handleOnline = () => void bridge.license.warmUp()
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [bridge])

  function handleText(next: string): void {
    void bridge.license.warmUp()
    setText(next)
    setHint(undefined)
    setDismissedView(view)
  }

  function handleActivate(key: string): void {
    setSent('key')
    void bridge.license.activate(key)
  }

  function handleTrial(): void {
    setSent('trial')
    void bridge.license.startTrial()
  }

  function handleAskClosed(): void {
    setIsAskShown(false)
    if (asking !== undefined) void bridge.license.cancel()
  }

  /** Undefined where the form sends its key again. */
  function retryOf(): (() => void) | undefined {
    if (trial !== undefined && (sent === 'trial' || text === '')) return handleTrial
    // With an empty field the outcome belongs to the stored key.
    return text === '' ? () => void bridge.license.checkAgain() : undefined
  }

  return (
    <div className="gate-page">
      <main className="gate-column">
        <header className="gate-header">
          <Mark />
          <h1 className="gate-heading">
            {isRecheck ? messages.gate.checkingHeading : messages.gate.heading(info.productName)}
          </h1>
          <p className="gate-lead">{isRecheck ? messages.gate.checkingLead : lead}</p>
        </header>
        {isRecheck ? (
          progress
        ) : (
          <KeyForm
            text={text}
            onText={handleText}
            onActivate={handleActivate}
            hint={hint}
            fieldRef={fieldRef}
            outcome={outcome}
            onRetry={retryOf()}
            onChooseComputer={() => setChosenAt(view)}
            onAskOwner={() => setIsAskShown(true)}
            progress={progress}
          />
        )}
        {phase === undefined && outcome === undefined && <RememberKeyOption />}
        {trial !== undefined && !(sent === 'trial' && outcome) && (
          <div className={styles['trial']}>
            <p>{messages.trial.question}</p>
            <Button onClick={handleTrial}>{messages.trial.start(trial.days)}</Button>
          </div>
        )}
        {view.kind === 'locked' && device !== 'unreadable' && device?.strength === 'weak' && (
          <p className={styles['remark']}>{messages.gate.weakDevice}</p>
        )}
        {info.isDevelopment && view.kind === 'locked' && view.noTrial && (
          <p className={styles['remark']}>{messages.trial.noneInDevelopment}</p>
        )}
      </main>
      <footer className={styles['footer']}>
        <Button look="quiet" onClick={() => setIsDeviceShown(true)}>
          {messages.gate.aboutDevice}
        </Button>
        <OfflineButton keyText={text} />
        {info.helpTopics.includes('support') && !outcome?.actions.includes('support') && (
          <Button look="quiet" onClick={() => void bridge.app.openHelp('support')}>
            {messages.gate.getHelp}
          </Button>
        )}
        <UpdateNote />
        <span className={styles['version']}>{messages.gate.version(info.version)}</span>
      </footer>
      {chosenAt === view && <ComputersDialog onClose={() => setChosenAt(undefined)} />}
      {view.kind === 'refused' && (isAskShown || asking !== undefined) && (
        <AskOwnerDialog asking={asking} onClose={handleAskClosed} />
      )}
      {isDeviceShown && <DeviceDialog onClose={() => setIsDeviceShown(false)} />}
    </div>
  )
}
