import type { DeviceList, LinkedDevice } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { Section } from '../components/Page.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import styles from './Card.module.css'
import { needsForce, useInWords, useKeyParts } from './key-context.ts'
import { LimitsButton } from './LimitsButton.tsx'
import { KEY } from './texts.ts'
import { afterRequest, presentRecord } from './use-key.ts'

/** The computers of the key, with their last use, and a release for each. */
export function ComputersCard({ devices }: { readonly devices: DeviceList | undefined }) {
  const { now } = useKeyParts()
  const { t, f } = useWords(KEY)
  const may = useMay()
  const [released, setReleased] = useState<{ device: LinkedDevice; name: string }>()

  if (devices === undefined) {
    return (
      <Section title={t.computers.heading}>
        <Skeleton />
      </Section>
    )
  }
  const { max_devices: most, moves_per_year, moves_left, move_from } = devices
  const nameOf = ({ name }: LinkedDevice, index: number) => name || t.computers.unnamed(index + 1)
  return (
    <Section
      title={t.computers.heading}
      lead={
        <>
          {most > 1 && t.computers.count(devices.devices.length, most)}{' '}
          {moves_per_year > 0 &&
            (move_from > now ? t.computers.movesFrom(f.date(move_from)) : t.computers.moves(moves_left))}
        </>
      }
      actions={may('updateUser') && <LimitsButton limits={devices} />}
    >
      {devices.devices.length === 0 && <p className={styles['none']}>{t.computers.none}</p>}
      <ul className="stack" hidden={devices.devices.length === 0}>
        {devices.devices.map((device, index) => {
          const name = nameOf(device, index)
          return (
            <li key={device.id} className={styles['item']}>
              <div>
                <strong>{name}</strong>
                <p className={styles['meta']}>
                  {[
                    device.used_at > 0 ? t.computers.used(f.date(device.used_at)) : '',
                    device.linked_at > 0 ? t.computers.linkedAt(f.date(device.linked_at)) : '',
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </p>
                <p className={styles['meta']}>
                  {t.computers.id} <code>{device.identifier}</code>
                </p>
              </div>
              {may('releaseDevice') && (
                <Button
                  aria-label={t.computers.releaseLabel(name)}
                  onClick={() => setReleased({ device, name })}
                >
                  {t.computers.release}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {released !== undefined && <ReleaseDialog {...released} onClose={() => setReleased(undefined)} />}
    </Section>
  )
}

interface ReleaseDialogProps {
  readonly device: LinkedDevice
  readonly name: string
  readonly onClose: () => void
}

/** Asks before a release, because only the computer itself can link itself again. */
function ReleaseDialog({ device, name, onClose }: ReleaseDialogProps) {
  const { place, found } = useKeyParts()
  const t = useTexts(KEY)
  const inWords = useInWords()
  const [force, setForce] = useState(false)
  const [version, setVersion] = useState(found.key.version)

  async function release() {
    const outcome = await send('releaseDevice', {
      params: { project_id: place.projectId },
      query: {
        id: place.keyId,
        device: device.id,
        if_version: version,
        ...(force && { force }),
      },
    })
    afterRequest(place, outcome)
    // The refusal says that somebody else has changed the key. A second press then is a decision.
    setVersion(presentRecord(outcome)?.version ?? version)
    if (needsForce(outcome)) setForce(true)
    return inWords(outcome)
  }

  return (
    <ConfirmDialog
      title={t.computers.releaseTitle(name)}
      action={force ? t.computers.anyway : t.computers.release}
      isDangerous={force}
      onConfirm={release}
      onDone={() => showToast({ text: t.computers.released(name), about: place.keyId })}
      onClose={onClose}
    >
      <p>{t.computers.releaseText}</p>
    </ConfirmDialog>
  )
}
