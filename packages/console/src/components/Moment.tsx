import { useFormats } from '../messages/messages.ts'

/** A day and time, from Unix seconds as on the wire. */
export function Moment({ at }: { readonly at: number }) {
  const formats = useFormats()
  return <time dateTime={new Date(at * 1000).toISOString()}>{formats.moment(at)}</time>
}
