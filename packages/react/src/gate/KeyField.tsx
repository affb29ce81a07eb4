import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import type { Messages } from '../messages/messages.ts'
import {
  cleanEntry,
  type Entry,
  findLicenseKeys,
  judgeEntry,
  KEY_LENGTH,
  LONGEST_ENTRY,
} from './find-license-key.ts'
import styles from './KeyField.module.css'

/** What happened to the last input, when that needs saying. */
type Remark = 'found' | 'nothing-found' | 'no-text' | { readonly several: readonly string[] }

export interface KeyFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
  readonly readOnly: boolean
  /** What else is to be said about a text that has no fault of its own. */
  readonly hint: string | undefined
  /** The ID of what came of the text, to be read out with the field. */
  readonly describedBy?: string | undefined
}

/**
 * The field for a license key. Its value is only ever what the user would call the key: the tiles that group
 * the letters are drawn behind the text, so that caret, selection and screen readers see one plain word.
 */
export function KeyField({ value, onChange, fieldRef, readOnly, hint, describedBy }: KeyFieldProps) {
  const { messages } = useApp()
  const [remark, setRemark] = useState<Remark>()
  const caret = useRef<number>(undefined)
  const id = useId()
  const entry = judgeEntry(value)

  // SECURITY: JavaScript keeps the text of the last match (`RegExp.input`), which would be the key long after the
  // field is empty or gone. A match in another text takes its place.
  useEffect(() => () => void /^/.test(''))

  // Who typed before this field was there goes on at the end.
  useLayoutEffect(() => {
    const length = fieldRef.current?.value.length ?? 0
    fieldRef.current?.setSelectionRange(length, length)
  }, [fieldRef])

  // Taking signs out of the text would send the caret to its end.
  useLayoutEffect(() => {
    if (caret.current !== undefined) fieldRef.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  function take(keys: readonly string[], given: string): void {
    if (keys.length > 1) setRemark({ several: keys })
    else setRemark(keys[0] !== given.trim() ? 'found' : undefined)
  }

  function handleChange(event: ChangeEvent<HTMLTextAreaElement>): void {
    const { value: raw, selectionStart } = event.target
    const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
    const next = isComposing ? raw : cleanEntry(raw)
    const keys = findLicenseKeys(raw)
    if (keys.length > 0) take(keys, raw)
    else setRemark(undefined)
    if (next !== raw)
      caret.current = keys.length > 0 ? next.length : cleanEntry(raw.slice(0, selectionStart)).length
    onChange(next)
  }

  function handlePaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    if (readOnly) return
    const text = event.clipboardData.getData('text/plain')
    const keys = findLicenseKeys(text)
    const [key] = keys
    if (key === undefined) {
      const letters = cleanEntry(text)
      // Perhaps a part of a key. A longer text without one is none, and stays outside.
      if (letters !== '' && letters.length < LONGEST_ENTRY) return
      event.preventDefault()
      setRemark(text.trim() === '' ? 'no-text' : 'nothing-found')
      return
    }
    event.preventDefault()
    replaceText(event.currentTarget, key)
    onChange(key)
    take(keys, text)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  function handleUseNext(keys: readonly string[]): void {
    onChange(keys[(keys.indexOf(value) + 1) % keys.length] ?? value)
    fieldRef.current?.focus()
  }

  const fault = sayProblem(entry, messages.entry)
  const remarked = sayRemark(remark, value, messages.entry)
  // What was pasted and stayed outside is the last thing that happened, whatever is still to say about the text.
  const isOutside = remark === 'nothing-found' || remark === 'no-text'
  const problem = isOutside ? undefined : fault
  const said = isOutside ? remarked : (problem ?? hint ?? remarked)
  const look = said !== undefined ? 'said' : describedBy !== undefined ? 'answered' : entry.kind
  const message = look === 'complete' && !readOnly ? messages.entry.complete : said
  return (
    <div className={styles['field']}>
      <div className={styles['labels']}>
        <label htmlFor={`${id}-text`}>{messages.gate.keyLabel}</label>
        <span id={`${id}-count`} className={styles['count']} data-complete={entry.kind === 'complete'}>
          {messages.entry.count(lettersOf(entry), KEY_LENGTH)}
        </span>
      </div>
      <div className={styles['frame']} data-problem={fault !== undefined}>
        <div className={styles['sheet']}>
          <Tiles text={value} entry={entry} />
          <textarea
            id={`${id}-text`}
            ref={fieldRef}
            className={styles['text']}
            value={value}
            onChange={handleChange}
            onPaste={handlePaste}
            onKeyDown={handleKeyDown}
            onCompositionEnd={(event) => onChange(cleanEntry(event.currentTarget.value))}
            readOnly={readOnly}
            rows={1}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={fault !== undefined}
            aria-describedby={[`${id}-count`, `${id}-message`, describedBy].filter(Boolean).join(' ')}
          />
        </div>
      </div>
      <div className={styles['message']} data-look={look} data-problem={problem !== undefined}>
        <p id={`${id}-message`} role="status">
          {message}
        </p>
        {/* Not read out: with every letter it would say another number. */}
        {message === undefined && look !== 'answered' && !readOnly && <p>{sayTip(entry, messages.entry)}</p>}
        {problem === undefined && hint === undefined && typeof remark === 'object' && (
          <Button look="quiet" onClick={() => handleUseNext(remark.several)}>
            {messages.entry.useNext}
          </Button>
        )}
      </div>
    </div>
  )
}

/** One cell a letter, drawn for the eye alone. */
function Tiles({ text, entry }: { readonly text: string; readonly entry: Entry }) {
  const foreignIndex = entry.kind === 'foreign' ? entry.index : -1
  return (
    <div className={styles['tiles']} aria-hidden="true">
      {Array.from({ length: Math.max(KEY_LENGTH, text.length) }, (_, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place and has nothing else
          key={index}
          data-filled={index < text.length}
          data-foreign={index === foreignIndex || index >= KEY_LENGTH}
        />
      ))}
    </div>
  )
}

/** As if typed, so that it can be undone. Where that is not possible, the value that React sets will do. */
function replaceText(field: HTMLTextAreaElement, text: string): void {
  field.select()
  document.execCommand?.('insertText', false, text)
}

const lettersOf = (entry: Entry): number => {
  if (entry.kind === 'empty') return 0
  return entry.kind === 'complete' ? KEY_LENGTH : entry.letters
}

function sayProblem(entry: Entry, messages: Messages['entry']): string | undefined {
  if (entry.kind === 'surplus') return messages.surplus(entry.letters - KEY_LENGTH)
  if (entry.kind !== 'foreign') return undefined
  if (/\p{C}/u.test(entry.character)) return messages.foreign(messages.invisible)
  return /\p{N}/u.test(entry.character)
    ? messages.foreignDigit(entry.character)
    : messages.foreign(entry.character)
}

function sayTip(entry: Entry, messages: Messages['entry']): string | undefined {
  if (entry.kind === 'empty') return messages.shape
  return entry.kind === 'incomplete' ? messages.missing(KEY_LENGTH - entry.letters) : undefined
}

function sayRemark(
  remark: Remark | undefined,
  value: string,
  messages: Messages['entry'],
): string | undefined {
  if (remark === undefined) return undefined
  if (typeof remark === 'object') {
    return messages.foundSeveral(remark.several.indexOf(value) + 1, remark.several.length)
  }
  return { found: messages.found, 'nothing-found': messages.nothingFound, 'no-text': messages.noText }[remark]
}
