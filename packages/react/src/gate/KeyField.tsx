import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'
import type { Messages } from '../messages/en.ts'
import {
  classifyEntry,
  cleanEntry,
  type Entry,
  findLicenseKeys,
  findWholeKeys,
  KEY_LENGTH,
  MAX_ENTRY_LENGTH,
  MAX_OTHER_LENGTH,
} from './find-license-key.ts'
import styles from './KeyField.module.css'

/** The result of the last input that needs a message. */
type InputResult = 'found' | 'nothing-found' | 'no-text' | { readonly several: readonly string[] }

/**
 * What the user typed into the field of the gate's index.html before the scripts have run. That
 * field exists until React commits the first render.
 */
function readEarlyEntry() {
  const field = document.querySelector<HTMLTextAreaElement>('#early-key')
  if (field === null) return undefined
  return { text: field.value, selection: [field.selectionStart, field.selectionEnd] } as const
}

export interface KeyFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
  readonly readOnly: boolean
  /** A message that is shown if the text itself has no problem. */
  readonly hint: string | undefined
  /** The ID of the outcome, which screen readers read together with the field. */
  readonly describedBy?: string | undefined
}

/**
 * The field for a license key. Its value is the plain key: the tiles that group the letters are
 * rendered behind the text, so that caret, selection and screen readers work as in any text field.
 */
export function KeyField({ value, onChange, fieldRef, readOnly, hint, describedBy }: KeyFieldProps) {
  const { messages, info } = useApp()
  const { takesOtherKeys } = info
  const clean = (text: string): string => cleanEntry(text, takesOtherKeys)
  const find = takesOtherKeys ? findWholeKeys : findLicenseKeys
  const [inputResult, setInputResult] = useState<InputResult>()
  /** The selection to set after the next render. */
  const selection = useRef<readonly [start: number, end: number]>(undefined)
  const [early] = useState(readEarlyEntry)
  const messageRef = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const entry = classifyEntry(value, takesOtherKeys)

  // SECURITY: JavaScript keeps the text of the last match (`RegExp.input`), so the key would stay
  // readable after the field is unmounted. A match in an empty text overwrites it.
  useEffect(() => () => void /^/.test(''))

  // SECURITY: the browser may hold a removed field for some time, such as one that had the focus.
  useEffect(() => {
    const field = fieldRef.current
    return () => {
      if (field !== null) field.value = ''
    }
  }, [fieldRef])

  // Removing separators from the text would move the caret to its end.
  useLayoutEffect(() => {
    if (selection.current !== undefined) fieldRef.current?.setSelectionRange(...selection.current)
    selection.current = undefined
  })

  const takeOver = useEffectEvent(() => {
    if (early === undefined || early.text === '') {
      // After text that was passed at the start, such as the key of a link.
      fieldRef.current?.setSelectionRange(value.length, value.length)
      return
    }
    selection.current = early.selection
    enterText(early.text, early.selection[1])
  })
  useLayoutEffect(() => takeOver(), [])

  function reportKeys(keys: readonly string[], given: string): void {
    if (keys.length > 1) setInputResult({ several: keys })
    else setInputResult(keys[0] !== given.trim() ? 'found' : undefined)
  }

  function handleChange(event: ChangeEvent<HTMLTextAreaElement>): void {
    const { value: raw, selectionStart } = event.target
    const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
    enterText(raw, selectionStart, isComposing)
  }

  /** Takes text that was typed or dropped. */
  function enterText(raw: string, caret: number, isComposing = false): void {
    const next = isComposing ? raw : clean(raw)
    const keys = find(raw)
    if (keys.length > 0) reportKeys(keys, raw)
    else setInputResult(undefined)
    if (next !== raw) {
      const index = keys.length > 0 ? next.length : clean(raw.slice(0, caret)).length
      selection.current = [index, index]
    }
    onChange(next)
  }

  function handlePaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    if (readOnly) return
    const text = event.clipboardData.getData('text/plain')
    const keys = find(text)
    const [key] = keys
    if (key === undefined) {
      const letters = clean(text).trim()
      // A short text may be a part of a key and is inserted. A longer text without a key is not.
      if (letters !== '' && letters.length < (takesOtherKeys ? MAX_OTHER_LENGTH : MAX_ENTRY_LENGTH)) return
      event.preventDefault()
      setInputResult(text.trim() === '' ? 'no-text' : 'nothing-found')
      return
    }
    event.preventDefault()
    replaceText(event.currentTarget, key)
    onChange(key)
    reportKeys(keys, text)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    // The button refuses while it waits, and is absent while a check runs.
    event.currentTarget.form?.querySelector<HTMLButtonElement>('[type="submit"]')?.click()
  }

  function handleUseNext(keys: readonly string[]): void {
    onChange(keys[(keys.indexOf(value) + 1) % keys.length] ?? value)
    fieldRef.current?.focus()
  }

  const problem = describeProblem(entry, messages.entry)
  const resultMessage = describeInputResult(inputResult, value, messages.entry)
  // A message about pasted text that was not inserted takes precedence over a problem of the
  // present text.
  const isPasteRejected = inputResult === 'nothing-found' || inputResult === 'no-text'
  const shownProblem = isPasteRejected ? undefined : problem
  const shown = isPasteRejected ? resultMessage : (shownProblem ?? hint ?? resultMessage)
  const look = shown !== undefined ? 'text' : describedBy !== undefined ? 'outcome' : entry.kind
  const message = look === 'complete' && !readOnly ? messages.entry.complete : shown

  // With large text the message is below the visible part of the page.
  useEffect(() => {
    if (message !== undefined) messageRef.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  return (
    <div className="key-field">
      <div className="key-labels">
        <label htmlFor={`${id}-text`}>{messages.gate.keyLabel}</label>
        {!takesOtherKeys && (
          <span id={`${id}-count`} className={styles['count']} data-look={entry.kind}>
            {messages.entry.count(lettersOf(entry), KEY_LENGTH)}
          </span>
        )}
      </div>
      <div className="key-frame" data-problem={problem !== undefined}>
        <div className="key-sheet">
          {!takesOtherKeys && <Tiles text={value} entry={entry} />}
          <textarea
            id={`${id}-text`}
            ref={fieldRef}
            className="key-text"
            value={value}
            onChange={handleChange}
            onPaste={handlePaste}
            onKeyDown={handleKeyDown}
            onCompositionEnd={(event) => onChange(clean(event.currentTarget.value))}
            readOnly={readOnly}
            rows={1}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={[!takesOtherKeys && `${id}-count`, `${id}-message`, describedBy]
              .filter(Boolean)
              .join(' ')}
          />
        </div>
      </div>
      <div className={styles['message']} data-look={look} data-problem={shownProblem !== undefined}>
        <p id={`${id}-message`} ref={messageRef} role="status">
          {message}
        </p>
        {/* Outside of the live region: its number changes with every letter. */}
        {message === undefined && look !== 'outcome' && !readOnly && (
          <p>{!takesOtherKeys && describeNextStep(entry, messages.entry)}</p>
        )}
        {shownProblem === undefined && hint === undefined && typeof inputResult === 'object' && (
          <Button look="quiet" onClick={() => handleUseNext(inputResult.several)}>
            {messages.entry.useNext}
          </Button>
        )}
      </div>
    </div>
  )
}

/** One cell per letter. Decorative, hidden from screen readers. */
function Tiles({ text, entry }: { readonly text: string; readonly entry: Entry }) {
  const invalidIndex = entry.kind === 'invalid-character' ? entry.index : -1
  return (
    <div className={styles['tiles']} aria-hidden="true">
      {Array.from({ length: Math.max(KEY_LENGTH, text.length) }, (_, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position
          key={index}
          data-filled={index < text.length}
          data-invalid={index === invalidIndex || index >= KEY_LENGTH}
        />
      ))}
    </div>
  )
}

/** Inserts the text as if typed, so that undo works. If that fails, React sets the value anyway. */
function replaceText(field: HTMLTextAreaElement, text: string): void {
  field.select()
  document.execCommand?.('insertText', false, text)
}

const lettersOf = (entry: Entry): number => {
  if (entry.kind === 'empty' || entry.kind === 'other') return 0
  return entry.kind === 'complete' ? KEY_LENGTH : entry.letters
}

function describeProblem(entry: Entry, messages: Messages['entry']): string | undefined {
  if (entry.kind === 'too-long') return messages.surplus(entry.letters - KEY_LENGTH)
  if (entry.kind !== 'invalid-character') return undefined
  if (/\p{C}/u.test(entry.character)) return messages.foreign(messages.invisible)
  return /\p{N}/u.test(entry.character)
    ? messages.foreignDigit(entry.character)
    : messages.foreign(entry.character)
}

function describeNextStep(entry: Entry, messages: Messages['entry']): string | undefined {
  if (entry.kind === 'empty') return messages.shape
  return entry.kind === 'incomplete' ? messages.missing(KEY_LENGTH - entry.letters) : undefined
}

function describeInputResult(
  inputResult: InputResult | undefined,
  value: string,
  messages: Messages['entry'],
): string | undefined {
  if (typeof inputResult === 'object') {
    return messages.foundSeveral(inputResult.several.indexOf(value) + 1, inputResult.several.length)
  }
  const texts = { found: messages.found, 'nothing-found': messages.nothingFound, 'no-text': messages.noText }
  return inputResult && texts[inputResult]
}
