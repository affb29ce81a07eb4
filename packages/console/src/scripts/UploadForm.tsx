import type { ScriptDetails } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useState } from 'react'
import { DropZone } from '../components/DropZone.tsx'
import { Field } from '../components/Field.tsx'
import { Switch } from '../components/Switch.tsx'
import { useWords } from '../messages/messages.ts'
import { formatBytes } from './format-bytes.ts'
import styles from './Scripts.module.css'
import { SCRIPTS } from './texts.ts'
import { type ChosenSource, useChosenSource } from './use-chosen-source.ts'

/** The settings that are on or off, in the order in which they are shown. */
export const SWITCHES = ['heartbeat', 'is_v4_loader', 'silent', 'lightning', 'ffa'] as const
type Flags = Readonly<Record<(typeof SWITCHES)[number], boolean>>

interface UploadFormProps {
  readonly script: ScriptDetails
  readonly mostBytes: number
  readonly isBusy: boolean
  readonly onUpload: (chosen: ChosenSource, settings: Partial<Flags> & { script_name?: string }) => void
}

/** A source, and the settings by which it is protected. The choices stay after a refusal. */
export function UploadForm({ script, mostBytes, isBusy, onUpload }: UploadFormProps) {
  const { t, f } = useWords(SCRIPTS)
  const { chosen, problem, choose, complain } = useChosenSource(mostBytes)
  const [name, setName] = useState(script.script_name)
  const [flags, setFlags] = useState<Flags>(script)

  function submit(): void {
    if (isBusy) return
    if (chosen === undefined) {
      complain(t.upload.needsFile)
      return
    }
    const changed = SWITCHES.filter((flag) => flags[flag] !== script[flag])
    onUpload(chosen, {
      ...Object.fromEntries(changed.map((flag) => [flag, flags[flag]])),
      ...(name !== script.script_name && { script_name: name }),
    })
  }

  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DropZone
        label={t.upload.title}
        text={chosen ? t.upload.chosen(chosen.name, formatBytes(chosen.bytes, f)) : t.upload.drop}
        problem={problem}
        dropText={t.upload.dropNow}
        chooseText={t.upload.choose}
        accept=".js,.cjs,.mjs,.txt,text/javascript"
        onFiles={choose}
      />
      <Field
        label={t.upload.name}
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="stack">
        <legend className={styles['legend']}>{t.upload.settings}</legend>
        {SWITCHES.map((flag) => (
          <Switch
            key={flag}
            label={t.switches[flag].name}
            hint={t.switches[flag].text}
            checked={flags[flag]}
            onChange={(checked) => setFlags({ ...flags, [flag]: checked })}
          />
        ))}
      </fieldset>
      <div>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {t.upload.action}
        </Button>
      </div>
    </form>
  )
}
