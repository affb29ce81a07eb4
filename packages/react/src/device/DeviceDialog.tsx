import { describeFact } from '@latchkey/client/device-texts'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { CopyButton, CopyReportButton } from '../design/CopyButton.tsx'
import { Dialog } from '../design/Dialog.tsx'
import styles from './DeviceDialog.module.css'
import { useDevice } from './use-device.ts'

/** Shows the device ID, its strength and its facts. Contains no raw value of the machine. */
export function DeviceDialog({ onClose }: { readonly onClose: () => void }) {
  const { bridge, messages } = useApp()
  const device = useDevice()
  const text = messages.device

  return (
    <Dialog
      title={text.heading}
      onClose={onClose}
      actions={
        <>
          <CopyReportButton look="quiet" />
          <Button look="primary" onClick={onClose}>
            {messages.actions.close}
          </Button>
        </>
      }
    >
      <p className={styles['lead']}>{text.lead}</p>
      {device === 'unreadable' && <p className={styles['block']}>{text.unreadable}</p>}
      {typeof device === 'object' && (
        <>
          <section className={styles['block']} aria-label={text.id}>
            <h3>{text.id}</h3>
            <div className={styles['id']}>
              <code>{device.id}</code>
              <CopyButton look="quiet" label={text.copyId} copy={bridge.device.copyId} />
            </div>
          </section>
          <section className={styles['block']} data-strength={device.strength}>
            <p>
              <strong className={styles['strength']}>{text.strength[device.strength]}.</strong>{' '}
              {text.strengthText[device.strength]}
            </p>
            {device.reasons.length > 0 && (
              <ul className={styles['reasons']}>
                {device.reasons.map((reason) => (
                  <li key={reason.code}>{text.describeReason(reason)}</li>
                ))}
              </ul>
            )}
          </section>
          <section className={styles['block']}>
            <h3>{text.facts}</h3>
            {device.facts.length === 0 ? (
              <p>{text.noFacts}</p>
            ) : (
              <ul className={styles['facts']}>
                {device.facts.map((fact) => (
                  <li key={fact.name} data-counted={fact.counted}>
                    <span className={styles['name']}>{text.factNames[fact.name]}</span>
                    <span className={styles['counted']}>{fact.counted ? text.counted : text.notCounted}</span>
                    <span className={styles['why']}>{describeFact(fact, text)}</span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </>
      )}
    </Dialog>
  )
}
