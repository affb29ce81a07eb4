import type { LicensedView } from '@latchkey/client'
import { useId, useState } from 'react'
import { useApp, useLicense } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { DeviceDialog } from '../device/DeviceDialog.tsx'
import { UpdateNote } from '../updates/UpdateNote.tsx'
import { ChangeKeyDialog } from './ChangeKeyDialog.tsx'
import { ForgetDialog } from './ForgetDialog.tsx'
import { LicenseFacts } from './LicenseFacts.tsx'
import { LicenseNotice } from './LicenseNotice.tsx'
import styles from './LicensePanel.module.css'
import { StoredKeyDialog } from './StoredKeyDialog.tsx'
import { useActivationLink } from './use-activation-link.ts'

type OpenDialog = 'forget' | 'device' | 'kept' | { readonly newKey: string }

/** The license of this device, and what its owner may do with it. */
export function LicensePanel() {
  const { bridge, messages } = useApp()
  const view = useLicense()
  const [dialog, setDialog] = useState<OpenDialog>()
  /** When the license is lost, what was known of it stays until the main process leads away from here. */
  const [known, setKnown] = useState<LicensedView>()
  /** What a dialog has said already need not be said again beside it. */
  const [seenNotice, setSeenNotice] = useState<LicensedView['notice']>()
  const headingId = useId()
  useActivationLink((newKey) => setDialog({ newKey }))

  if (view.kind === 'licensed' && view !== known) setKnown(view)
  const license = view.kind === 'licensed' ? view : known
  if (license === undefined) return null

  const isLicensed = view.kind === 'licensed'
  const notice = isLicensed ? view.notice : undefined
  const isNoticeSeen = notice !== undefined && notice === seenNotice
  const isChecking = view.kind === 'checking' || (isLicensed && view.isChecking)
  /** While the license is confirmed, there is nothing else to be told of than another key that was not taken. */
  const isNewKeyRefused = isLicensed && view.source === 'online' && notice !== undefined && !isNoticeSeen
  const settled = isLicensed ? license.source : 'lost'
  const source = isChecking ? 'checking' : isNewKeyRefused ? 'unchanged' : settled
  const close = () => setDialog(undefined)
  const enterNewKey = () => setDialog({ newKey: '' })
  const checkAgain = () => {
    if (!isChecking) void bridge.license.checkAgain()
  }
  return (
    <section
      className={styles['panel']}
      aria-labelledby={headingId}
      data-code={isLicensed ? 'KEY_VALID' : undefined}
    >
      <header className={styles['header']}>
        <h2 id={headingId}>{messages.license.heading}</h2>
        <p role="status" className={styles['source']} data-source={source}>
          {messages.license[source]}
        </p>
      </header>
      {dialog === undefined && !isNoticeSeen && (
        <LicenseNotice
          view={view}
          // The key that was not taken is not kept here: it is entered once more.
          onRetry={isNewKeyRefused ? enterNewKey : checkAgain}
          onEditKey={enterNewKey}
          onShowDevice={() => setDialog('device')}
        />
      )}
      <LicenseFacts license={license} />
      <div className={styles['actions']}>
        <Button aria-disabled={isChecking} onClick={checkAgain}>
          {messages.license.checkAgain}
        </Button>
        <Button look="quiet" onClick={enterNewKey}>
          {messages.license.changeKey}
        </Button>
        <Button look="quiet" onClick={() => setDialog('kept')}>
          {messages.license.aboutKey}
        </Button>
        <Button look="quiet" onClick={() => setDialog('forget')}>
          {messages.license.forget}
        </Button>
        <Button look="quiet" onClick={() => setDialog('device')}>
          {messages.gate.aboutDevice}
        </Button>
      </div>
      <UpdateNote />
      {typeof dialog === 'object' && (
        <ChangeKeyDialog
          // A second link is another key to enter.
          key={dialog.newKey}
          newKey={dialog.newKey}
          onClose={() => {
            setSeenNotice(notice)
            close()
          }}
          onShowDevice={() => setDialog('device')}
        />
      )}
      {dialog === 'kept' && <StoredKeyDialog keptBy={license.keptBy} onClose={close} />}
      {dialog === 'forget' && <ForgetDialog onClose={close} />}
      {dialog === 'device' && <DeviceDialog onClose={close} />}
    </section>
  )
}
