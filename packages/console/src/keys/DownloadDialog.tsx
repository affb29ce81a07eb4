import { Button } from '@latchkey/react/design'
import { useEffect, useEffectEvent } from 'react'
import { useRun } from '../api/use-run.ts'
import { Dialog } from '../components/Dialog.tsx'
import { Problem } from '../components/Problem.tsx'
import { showToast } from '../components/Toasts.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { DIALOGS } from './dialog-texts.ts'
import { type DownloadProgress, downloadStart, headOfFile, readNextPart } from './download-keys.ts'
import type { KeysSearch } from './keys-search.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { saveFile } from './save-file.ts'
import type { Selection } from './selection.ts'
import { useKeyCount } from './texts.ts'

interface DownloadDialogProps {
  readonly projectId: string
  readonly search: KeysSearch
  /** About how many keys match. */
  readonly count: number
  /** The selected keys by name, or all that match. */
  readonly selection: Selection
  readonly onClose: () => void
}

/** Reads all that match, then saves them as one file. */
export function DownloadDialog({ projectId, search, selection, count, onClose }: DownloadDialogProps) {
  const { actions } = useTexts(SHELL)
  const dialogs = useTexts(DIALOGS)
  const t = dialogs.download
  const { number } = useFormats()
  const countText = useKeyCount()
  const run = useRun<DownloadProgress>()
  const { interruption, progress = downloadStart(selection) } = run

  const begin = useEffectEvent(() =>
    run.begin(downloadStart(selection), {
      sendNext: (reached, _isRepeated, signal) => readNextPart(projectId, search, reached, signal),
      onEnd({ parts, done }, ended) {
        if (ended !== undefined) return
        saveFile('keys.csv', headOfFile(), ...parts)
        showToast({ text: t.done(countText(done)) })
        onClose()
      },
    }),
  )
  useEffect(() => {
    // When the dialog is closed, the request is aborted, which is not a problem.
    begin().catch(() => {})
  }, [])

  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          {interruption !== undefined && (
            <Button look="primary" onClick={run.resume}>
              {dialogs.bulk.resume}
            </Button>
          )}
          <Button onClick={onClose}>{actions.cancel}</Button>
        </>
      }
    >
      <ProgressBar done={progress.done} of={progress.keys?.length ?? count}>
        {t.running(number(progress.done))}
      </ProgressBar>
      <Problem of={interruption?.kind === 'stopped' ? undefined : interruption} />
    </Dialog>
  )
}
