import { useFormats, useTexts } from '../messages/messages.ts'
import styles from './Scripts.module.css'
import { linesAround, readSourceError } from './source-error.ts'
import { SCRIPTS } from './texts.ts'

interface SourceErrorViewProps {
  /** The message of the service, in English. */
  readonly message: string
  /** The uploaded source. Undefined if somebody else uploaded it: then only the place is known. */
  readonly source: string | undefined
}

/** Why a source was refused, with its lines around the place. */
export function SourceErrorView({ message, source }: SourceErrorViewProps) {
  const t = useTexts(SCRIPTS)
  const { number } = useFormats()
  const error = readSourceError(message)
  if (error === undefined) return <p lang="en">{message}</p>
  const line = number(error.line)
  return (
    <>
      <p>
        <strong>
          {error.column === undefined ? t.placeOfLine(line) : t.place(line, number(error.column))}:
        </strong>{' '}
        <span lang="en">{error.what}</span>
      </p>
      {source !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard.
        <section className={styles['source']} aria-label={t.sourceAround} tabIndex={0}>
          <table>
            <tbody>
              {linesAround(source, error).map(({ number: of, text, at }) => (
                <tr key={of} data-error={of === error.line} aria-current={of === error.line || undefined}>
                  <th scope="row">{of}</th>
                  <td>
                    <code>{at === undefined ? text : <Marked text={text} at={at} />}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

/** Marks the character of an error, or the end of the line. */
const Marked = ({ text, at }: { readonly text: string; readonly at: number }) => (
  <>
    {text.slice(0, at)}
    <mark>{text.slice(at, at + 1) || ' '}</mark>
    {text.slice(at + 1)}
  </>
)
