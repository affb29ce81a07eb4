import type { ChangeKeysBody, DeleteKeysBody, KeyAction, KeysChanged } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import type { Step } from './bulk-change.ts'
import { dayOf, filterOf, type KeysSearch, startOfDay } from './keys-search.ts'
import { countOf, type Selection } from './selection.ts'
import { readFeatures, readLastDay } from './terms.ts'

/** What can be done with many keys. */
export type BulkAction = ChangeAction | 'delete'
/** Keys are given to a customer one by one. */
type ChangeAction = Exclude<KeyAction, 'customer'>

/** What the dialogs of the actions ask for, as it is typed. */
export const EMPTY_FORM = {
  days: '30',
  note: '',
  /** The note that is changed. */
  noteOf: 'vendor_note' as 'vendor_note' | 'note',
  isAppended: false,
  ban_reason: '',
  /** The last day of the ban; empty for a permanent one. */
  ban_expire: '',
  isOnlyKey: false,
  isForced: false,
  /** Features to add and to remove. */
  add: '',
  remove: '',
  /** Empty: the updates stay as they are. */
  updates: '' as '' | 'all' | 'until',
  updates_until: '',
  perpetual: '' as '' | 'yes' | 'no',
  /** The count, typed to confirm a deletion. */
  confirmation: '',
}
export type BulkForm = typeof EMPTY_FORM

/** The fields that the dialog itself finds wrong. */
export type BulkProblem = 'days' | 'ban_expire' | 'confirmation' | TermsProblem
type TermsProblem = 'add' | 'remove' | 'updates_until' | 'nothing'

const MOST_DAYS = 36_500
export const isDays = (days: string): boolean => Number(days) > 0 && Number(days) <= MOST_DAYS
export const isDayToCome = (day: string): boolean => day >= dayOf(new Date())

/** The first field of the form that is wrong. */
export function problemOfForm(action: BulkAction, form: BulkForm, count: number): BulkProblem | undefined {
  switch (action) {
    case 'extend':
      return isDays(form.days) ? undefined : 'days'
    case 'ban':
      return form.ban_expire === '' || isDayToCome(form.ban_expire) ? undefined : 'ban_expire'
    case 'terms':
      return problemOfTerms(form)
    case 'delete':
      return form.confirmation.replaceAll(/\D/g, '') === String(count) ? undefined : 'confirmation'
    default:
      return undefined
  }
}

function problemOfTerms(form: BulkForm): TermsProblem | undefined {
  const { add, remove, updates, updates_until, perpetual } = form
  if (readFeatures(add) === undefined) return 'add'
  if (readFeatures(remove) === undefined) return 'remove'
  if (updates === 'until' && readLastDay(updates_until) === undefined) return 'updates_until'
  return `${add}${remove}`.trim() === '' && updates === '' && perpetual === '' ? 'nothing' : undefined
}

function termsOf(form: BulkForm): Omit<ChangeKeysBody, 'action'> {
  const { add, remove, updates, updates_until, perpetual } = form
  const added = readFeatures(add) ?? []
  const removed = readFeatures(remove) ?? []
  const until = updates === 'all' ? -1 : readLastDay(updates_until)
  return {
    ...(added.length > 0 && { add_features: added }),
    ...(removed.length > 0 && { remove_features: removed }),
    ...(updates !== '' && until !== undefined && { updates_until: until }),
    ...(perpetual !== '' && { perpetual: perpetual === 'yes' }),
  }
}

function fieldsOf(action: ChangeAction, form: BulkForm): Omit<ChangeKeysBody, 'action'> {
  switch (action) {
    case 'extend':
      return { days: Number(form.days) }
    case 'note':
      return { [form.noteOf]: form.note, append: form.isAppended }
    case 'ban':
      return {
        ban_reason: form.ban_reason,
        ban_only_key: form.isOnlyKey,
        ...(form.ban_expire !== '' && { ban_expire: startOfDay(form.ban_expire, 1) }),
      }
    case 'reset':
      return { force: form.isForced }
    case 'terms':
      return termsOf(form)
    case 'unban':
      return {}
  }
}

/** The request of a step. */
export function sendStep(
  projectId: string,
  action: BulkAction,
  form: BulkForm,
  { selection, search, requestId }: { selection: Selection; search: KeysSearch; requestId: string },
): (step: Step) => Promise<Outcome<KeysChanged>> {
  const params = { project_id: projectId }
  return (step) => {
    const which: DeleteKeysBody = {
      request_id: requestId,
      ...(step.kind === 'keys'
        ? { user_keys: [...step.keys] }
        : {
            ...filterOf(search),
            ...(step.cursor === undefined ? { expected_count: countOf(selection) } : { cursor: step.cursor }),
          }),
    }
    return action === 'delete'
      ? send('deleteKeys', { params, body: which })
      : send('changeKeys', { params, body: { action, ...which, ...fieldsOf(action, form) } })
  }
}
