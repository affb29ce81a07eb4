import { TextAreaField } from '../components/Field.tsx'
import type { useForm } from '../components/Form.tsx'

interface LinesFieldProps extends ReturnType<ReturnType<typeof useForm>['field']> {
  readonly label: string
  readonly hint: string
}

/** Names or addresses, one in each line. */
export const LinesField = (props: LinesFieldProps) => (
  <TextAreaField {...props} spellCheck={false} autoComplete="off" />
)

/** The lines of a text that are not empty, without spaces at their ends. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
