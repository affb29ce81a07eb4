import type { DeviceList } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { queryOf } from '../api/query.ts'
import { send } from '../api/send.ts'
import { Field } from '../components/Field.tsx'
import { FormDialog, useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useTexts, useWords } from '../messages/messages.ts'
import { useInWords, useKeyParts } from './key-context.ts'
import { KEY } from './texts.ts'
import { afterRequest } from './use-key.ts'

type Limits = Pick<DeviceList, 'max_devices' | 'moves_per_year'>

/** Changes how many computers and moves the key has. The settings of the project are read first. */
export function LimitsButton({ limits }: { readonly limits: Limits }) {
  const { place } = useKeyParts()
  const t = useTexts(KEY)
  const [isOpen, setOpen] = useState(false)
  const params = { project_id: place.projectId }
  const { data } = useQuery({ ...queryOf('getProjectSettings', { params }), enabled: isOpen })
  return (
    <>
      <Button aria-label={`${t.limits.label}: ${t.limits.change}`} onClick={() => setOpen(true)}>
        {t.limits.change}
      </Button>
      {isOpen && data !== undefined && (
        <LimitsDialog limits={limits} ofProject={data} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/**
 * The value of `AS_PROJECT` of @latchkey/management, whose values would bring TypeBox into the
 * page.
 */
const AS_PROJECT = -1
const MOST = 100

/** Reads a whole number; empty: that of the project. Undefined if the text is neither. */
function readLimit(text: string, least: number): number | undefined {
  if (text.trim() === '') return AS_PROJECT
  const limit = Number(text)
  return Number.isInteger(limit) && limit >= least && limit <= MOST ? limit : undefined
}

interface LimitsDialogProps {
  readonly limits: Limits
  readonly ofProject: Limits
  readonly onClose: () => void
}

function LimitsDialog({ limits, ofProject, onClose }: LimitsDialogProps) {
  const { place, found } = useKeyParts()
  const { t, f } = useWords(KEY)
  const inWords = useInWords()
  // The service reports the limits in effect. A limit that equals the project's counts as the
  // project's.
  const own = (name: keyof Limits): string => (limits[name] === ofProject[name] ? '' : String(limits[name]))
  const form = useForm({ max_devices: own('max_devices'), moves_per_year: own('moves_per_year') })

  async function save() {
    const max_devices = readLimit(form.values.max_devices, 1)
    const moves_per_year = readLimit(form.values.moves_per_year, 0)
    if (max_devices === undefined) return refuse('max_devices', t.limits.badMost)
    if (moves_per_year === undefined) return refuse('moves_per_year', t.limits.badMoves)
    const body = { user_key: found.key.user_key, max_devices, moves_per_year }
    const outcome = await send('updateUser', { params: { project_id: place.projectId }, body })
    afterRequest(place, outcome)
    if (outcome.kind === 'done') showToast({ text: t.limits.saved, about: place.keyId })
    return inWords(outcome)
  }

  return (
    <FormDialog form={form} title={t.limits.title} onSubmit={save} onClose={onClose}>
      {(['max_devices', 'moves_per_year'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'max_devices' ? t.limits.most : t.limits.moves}
          hint={t.limits.hint(f.number(ofProject[name]))}
          inputMode="numeric"
          {...form.field(name)}
        />
      ))}
    </FormDialog>
  )
}
