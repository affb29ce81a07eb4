import type { DevicesView, LinkedDevice } from '@latchkey/client'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { type AppParts, useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import { Dialog } from '../design/Dialog.tsx'
import { OutcomePanel } from '../gate/OutcomePanel.tsx'
import { describeOutcome, type NegativeView } from '../gate/outcomes.ts'
import styles from './ComputersDialog.module.css'

type Devices = Extract<DevicesView, { kind: 'devices' }>

/** Shows the computers of the license or of the refused key. Names this one, releases any. */
export function ComputersDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp()
  const { bridge, messages, info } = app
  const text = messages.computers
  const [list, setList] = useState<Devices>()
  const [problem, setProblem] = useState<NegativeView>()
  /** The computer whose release the user has to confirm. */
  const [chosen, setChosen] = useState<LinkedDevice>()
  const [isBusy, setIsBusy] = useState(false)
  const [isNamed, setIsNamed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => void run(bridge.license.devices()), [])

  async function run(answer: Promise<DevicesView>): Promise<boolean> {
    setIsBusy(true)
    setIsNamed(false)
    setProblem(undefined)
    const view = await answer
    setIsBusy(false)
    const isDone = view.kind === 'devices'
    if (isDone) setList(view)
    else setProblem(view)
    return isDone
  }

  async function handleRelease({ id }: LinkedDevice): Promise<void> {
    await run(bridge.license.releaseDevice(id))
    setChosen(undefined)
  }

  async function handleName(name: string): Promise<void> {
    if (await run(bridge.license.nameDevice(name))) setIsNamed(true)
  }

  if (chosen !== undefined) {
    const points = chosen.isThis ? text.releaseThis : [text.releaseOther]
    return (
      <Dialog
        key="release"
        title={text.releaseHeading(labelOf(chosen, app))}
        onClose={() => setChosen(undefined)}
        actions={
          <>
            <Button onClick={() => setChosen(undefined)}>{text.keep}</Button>
            <Button look="danger" aria-disabled={isBusy} onClick={() => isBusy || void handleRelease(chosen)}>
              {text.release}
            </Button>
          </>
        }
      >
        <ul className={styles['points']}>
          {[...points, ...(list?.move ? [text.left(list.move.left)] : [])].map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Dialog>
    )
  }

  const own = list?.devices.find(({ isThis }) => isThis)
  return (
    <Dialog
      title={text.heading}
      onClose={onClose}
      actions={<Button onClick={onClose}>{messages.actions.close}</Button>}
    >
      <div className={styles['parts']}>
        {problem && (
          <OutcomePanel
            outcome={describeOutcome(problem, app, info.helpTopics, { canMove: false })}
            onRetry={() => void run(bridge.license.devices())}
          />
        )}
        {list && <DeviceList list={list} onChoose={setChosen} />}
        {own && (
          <NameForm key={own.name} name={own.name} isBusy={isBusy} onSave={(name) => void handleName(name)} />
        )}
        <p role="status" className={styles['soft']}>
          {isBusy ? text.loading : isNamed ? text.nameSaved : ''}
        </p>
      </div>
    </Dialog>
  )
}

interface DeviceListProps {
  readonly list: Devices
  readonly onChoose: (device: LinkedDevice) => void
}

function DeviceList({ list: { devices, most, move }, onChoose }: DeviceListProps) {
  const app = useApp()
  const { messages, formats } = app
  const text = messages.computers
  return (
    <div>
      {most > 1 && <p>{text.inUse(devices.length, most)}.</p>}
      <p className={styles['soft']}>
        {move === undefined
          ? text.onlyVendor
          : move.wait === undefined
            ? text.left(move.left)
            : `${text.waits[move.wait.for]} ${text.releasableFrom(formats.moment(move.wait.until))}`}
      </p>
      <ul className={styles['devices']}>
        {devices.map((device) => {
          const label = labelOf(device, app)
          const lastUse = lastUseOf(device, app)
          return (
            <li key={device.id}>
              <div>
                <p className={styles['name']}>{label}</p>
                {lastUse !== undefined && lastUse !== label && <p className={styles['soft']}>{lastUse}</p>}
                {device.isThis && device.name !== '' && <p className={styles['this']}>{text.thisComputer}</p>}
              </div>
              {move !== undefined && move.wait === undefined && (
                <Button aria-label={text.releaseNamed(label)} onClick={() => onChoose(device)}>
                  {text.release}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function lastUseOf({ usedAt, linkedAt }: LinkedDevice, { messages, formats }: AppParts): string | undefined {
  if (usedAt !== undefined) return messages.computers.lastUsed(formats.utcDate(usedAt))
  return linkedAt === undefined ? undefined : messages.computers.linkedOn(formats.date(linkedAt))
}

/** The name that the user gave it, or else a text that distinguishes it from the others. */
function labelOf(device: LinkedDevice, app: AppParts): string {
  const { thisComputer, unknown } = app.messages.computers
  if (device.name !== '') return device.name
  return device.isThis ? thisComputer : (lastUseOf(device, app) ?? unknown)
}

/** The number of characters of the longest name. Source: `DEVICE_NAME_LENGTH` of the protocol. */
const MAX_NAME_LENGTH = 64

interface NameFormProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onSave: (name: string) => void
}

function NameForm({ name, isBusy, onSave }: NameFormProps) {
  const { messages } = useApp()
  const text = messages.computers
  const [value, setValue] = useState(name)
  const [fieldId, hintId] = [useId(), useId()]

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy) onSave(value)
  }

  return (
    <form className={styles['form']} onSubmit={handleSubmit}>
      <label htmlFor={fieldId}>{text.name}</label>
      <div className={styles['row']}>
        <input
          id={fieldId}
          className={styles['field']}
          aria-describedby={hintId}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_NAME_LENGTH}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" aria-disabled={isBusy || value.trim() === name}>
          {text.saveName}
        </Button>
      </div>
      <p id={hintId} className={styles['soft']}>
        {text.nameHint}
      </p>
    </form>
  )
}
