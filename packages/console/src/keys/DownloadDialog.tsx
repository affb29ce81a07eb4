import { Button } from '@latchkey/react/design'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Outcome } from '../api/outcome.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Problem } from '../components/Problem.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { DIALOGS } from './dialog-texts.ts'
import { type DownloadProgress, downloadStart, headOfFile, readNextPart } from './download-keys.ts'
import type { KeysSearch } from './keys-search.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { saveFile } from './save-file.ts'
import type { Selection } from './selection.ts'
import { KEYS, useKeyCount } from './texts.ts'

interface DownloadDialogProps {
  readonly projectId: string
  readonly search: KeysSearch
  /** About so many match. */
  readonly count: number
  /** Keys by name, instead of all that match. */
  readonly selection: Selection
  readonly onClose: () => void
}

/** Reads all that match, then saves them as one file. */
export function DownloadDialog({ projectId, search, selection, count, onClose }: DownloadDialogProps) {
  const texts = useTexts(KEYS)
  const dialogs = useTexts(DIALOGS)
  const t = dialogs.download
  const { number } = useFormats()
  const countText = useKeyCount()
  const [progress, setProgress] = useState(() => downloadStart(selection))
  const [problem, setProblem] = useState<Outcome<never>>()

  const finish = useEffectEvent(({ parts, done }: DownloadProgress): void => {
    saveFile('keys.csv', headOfFile(), ...parts)
    showToast({ text: t.done(countText(done)) })
    onClose()
  })
  const run = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    let reached = progress
    while (!reached.isOver) {
      const outcome = await readNextPart(projectId, search, reached, signal)
      if (signal.aborted) return
      if (outcome.kind !== 'done') {
        setProblem(outcome)
        return
      }
      reached = outcome.answer
      setProgress(reached)
    }
    finish(reached)
  })
  // Until there is a problem, and on when the person continues.
  useEffect(() => {
    if (problem !== undefined) return
    const controller = new AbortController()
    // Aborted when the dialog is closed.
    run(controller.signal).catch(() => {})
    return () => controller.abort()
  }, [problem])

  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          {problem !== undefined && (
            <Button look="primary" onClick={() => setProblem(undefined)}>
              {dialogs.bulk.resume}
            </Button>
          )}
          <Button onClick={onClose}>{texts.actions.cancel}</Button>
        </>
      }
    >
      <ProgressBar done={progress.done} of={progress.keys?.length ?? count}>
        {t.running(number(progress.done))}
      </ProgressBar>
      <Problem of={problem} />
    </Dialog>
  )
}
