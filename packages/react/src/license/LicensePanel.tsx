import type { LicensedView } from '@latchkey/client'
import { useEffect, useId, useRef, useState } from 'react'
import { useApp, useLicense } from '../app-context.ts'
import { ComputersDialog } from '../computers/ComputersDialog.tsx'
import { Button } from '../design/Button.tsx'
import { DeviceDialog } from '../device/DeviceDialog.tsx'
import { UpdateNote } from '../updates/UpdateNote.tsx'
import { ChangeKeyDialog } from './ChangeKeyDialog.tsx'
import { ForgetDialog, StoredKeyDialog } from './KeyDialogs.tsx'
import { LicenseFacts } from './LicenseFacts.tsx'
import { LicenseNotice } from './LicenseNotice.tsx'
import styles from './LicensePanel.module.css'
import { TrialNote } from './TrialNote.tsx'
import { useActivationLink } from './use-activation-link.ts'

type OpenDialog = 'forget' | 'device' | 'computers' | 'stored-key' | { readonly newKey: string }

/** Shows the license of this device, with the actions for it. */
export function LicensePanel() {
  const { bridge, messages } = useApp()
  const view = useLicense()
  const [dialog, setDialog] = useState<OpenDialog>()
  /** The last license. Shown after it is lost, until the main process navigates to the gate. */
  const [known, setKnown] = useState<LicensedView>()
  /** A notice that a dialog has already shown, so that the panel does not repeat it. */
  const [seenNotice, setSeenNotice] = useState<LicensedView['notice']>()
  const headingId = useId()
  useActivationLink((newKey) => setDialog({ newKey }))

  const isLost = view.kind === 'refused' || view.kind === 'unreachable'
  // The user has only a moment to save, and the panel may be out of sight.
  const headerRef = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isLost) headerRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isLost])

  if (view.kind === 'licensed' && view !== known) setKnown(view)
  const license = view.kind === 'licensed' ? view : known
  if (license === undefined) return null

  const isLicensed = view.kind === 'licensed'
  const notice = isLicensed ? view.notice : undefined
  const isNoticeSeen = notice !== undefined && notice === seenNotice
  const isChecking = view.kind === 'checking' || (isLicensed && view.isChecking)
  /**
   * While the license is confirmed online, a notice can only mean that a new key was not accepted.
   */
  const isNewKeyRefused = isLicensed && view.source === 'online' && notice !== undefined && !isNoticeSeen
  const settled = isLicensed ? license.source : 'lost'
  const source = isChecking || settled === 'stored' ? 'checking' : isNewKeyRefused ? 'unchanged' : settled
  const close = () => setDialog(undefined)
  const checkAgain = () => {
    if (!isChecking) void bridge.license.checkAgain()
  }
  return (
    <section
      className={styles['panel']}
      aria-labelledby={headingId}
      data-code={isLicensed ? 'KEY_VALID' : undefined}
    >
      <header ref={headerRef} className={styles['header']}>
        <h2 id={headingId}>{messages.license.heading}</h2>
        <p role="status" className={styles['source']} data-source={source}>
          {messages.license[source]}
        </p>
      </header>
      {license.isTrial && source !== 'lost' && (
        <TrialNote license={license} onEnterKey={() => setDialog({ newKey: '' })} />
      )}
      {dialog === undefined && !isNoticeSeen && <LicenseNotice view={view} />}
      <LicenseFacts license={license} isLost={source === 'lost'} />
      <div className={styles['actions']}>
        <Button aria-disabled={isChecking} onClick={checkAgain}>
          {messages.license.checkAgain}
        </Button>
        {!license.isTrial && (
          <Button look="quiet" onClick={() => setDialog({ newKey: '' })}>
            {messages.license.changeKey}
          </Button>
        )}
        {license.hasDevices && (
          <Button look="quiet" onClick={() => setDialog('computers')}>
            {messages.computers.heading}
          </Button>
        )}
        <Button look="quiet" onClick={() => setDialog('stored-key')}>
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
          // A new link remounts the dialog with its key.
          key={dialog.newKey}
          newKey={dialog.newKey}
          onClose={() => {
            setSeenNotice(notice)
            close()
          }}
        />
      )}
      {dialog === 'stored-key' && <StoredKeyDialog storedBy={license.storedBy} onClose={close} />}
      {dialog === 'computers' && <ComputersDialog onClose={close} />}
      {dialog === 'forget' && <ForgetDialog license={license} onClose={close} />}
      {dialog === 'device' && <DeviceDialog onClose={close} />}
    </section>
  )
}
