import { DropZone as FileZone } from '../components/DropZone.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { formatBytes } from './format-bytes.ts'
import { SCRIPTS } from './texts.ts'
import type { ChosenSource } from './use-chosen-source.ts'

interface DropZoneProps {
  readonly chosen: ChosenSource | undefined
  readonly problem: string | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes the source of a script. */
export function DropZone({ chosen, problem, onFiles }: DropZoneProps) {
  const t = useTexts(SCRIPTS).upload
  const formats = useFormats()
  return (
    <FileZone
      label={t.title}
      text={chosen === undefined ? t.drop : t.chosen(chosen.name, formatBytes(chosen.bytes, formats))}
      problem={problem}
      dropText={t.dropNow}
      chooseText={t.choose}
      accept=".js,.cjs,.mjs,.txt,text/javascript"
      onFiles={onFiles}
    />
  )
}
