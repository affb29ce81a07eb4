import type { ScriptDetails, ScriptProgress, ScriptSettings } from '@latchkey/management'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '../api/outcome.ts'
import { queryOf, readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { type Sent, sendScript } from './send-script.ts'

/** Where an upload is. Versions are those of the script. */
export type UploadState =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly sent: number; readonly of: number }
  /** The service has the upload, and processes it. */
  | { readonly kind: 'following'; readonly trackId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The answer is lost, and the page finds out whether the service has the upload. */
  | ({ readonly kind: 'looking' } & Lost)
  /** The upload did not arrive at the service. */
  | ({ readonly kind: 'not-arrived'; readonly version: string } & Lost)

interface Lost {
  readonly why: Extract<Sent, { kind: 'unclear' }>['why']
  readonly sent: number
  readonly of: number
}

const READ_EVERY_MS = 700
/** A proxy may still be passing on what it has received, so the page looks several times. */
const LOOK_EVERY_MS = 1_500
const LOOKS = 5

/** The upload of a script: sends it, and follows it in the service to its end. */
export function useUpload(projectId: string, script: ScriptDetails) {
  const { script_id: scriptId, last_update: last } = script
  // An upload that somebody began earlier is followed, too.
  const [state, setState] = useState<UploadState>(
    last?.status === 'processing' ? { kind: 'following', trackId: last.track_progress } : { kind: 'none' },
  )
  const [before, setBefore] = useState(script.script_version)
  const abortRef = useRef<AbortController>(undefined)
  const goneRef = useRef(false)
  useEffect(() => {
    goneRef.current = false
    return () => {
      goneRef.current = true
      abortRef.current?.abort()
    }
  }, [])
  const progress = useProgress(projectId, scriptId, state)
  const [stage, setStage] = useState('parsing')
  // The stage of a refused update is `completed`, so it is not shown.
  if (progress?.status === 'processing' && progress.reactor_status !== stage)
    setStage(progress.reactor_status)

  async function upload(source: string, settings: ScriptSettings): Promise<void> {
    const abort = new AbortController()
    abortRef.current = abort
    let [sent, of] = [0, 0]
    setBefore(script.script_version)
    setStage('parsing')
    setState({ kind: 'sending', sent, of })
    const ended = await sendScript({
      projectId,
      scriptId,
      body: { script: source, ...settings, use_reactor: true },
      onProgress(loaded, total) {
        ;[sent, of] = [loaded, total]
        setState({ kind: 'sending', sent, of })
      },
      signal: abort.signal,
    })
    if (ended.kind === 'accepted') setState({ kind: 'following', trackId: ended.trackId })
    else if (ended.kind === 'refused') setState({ kind: 'refused', refusal: ended })
    else await look({ why: ended.why, sent, of })
  }

  /** Finds out whether an update has begun. If the connection is lost, the reads wait for it. */
  async function look(lost: Lost): Promise<void> {
    setState({ kind: 'looking', ...lost })
    for (let looks = 1; !goneRef.current; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      const found = await send('listScripts', { params: { project_id: projectId } })
      if (found.kind === 'refused') return setState({ kind: 'refused', refusal: found })
      if (found.kind === 'lost') {
        looks = 0
        continue
      }
      const now = found.answer.scripts.find(({ script_id }) => script_id === scriptId)
      const update = now?.last_update
      if (update !== undefined && update.track_progress !== last?.track_progress) {
        return setState({ kind: 'following', trackId: update.track_progress })
      }
      // A request that this page has cancelled will not arrive later.
      if (lost.why === 'cancelled' || looks >= LOOKS) {
        return setState({ kind: 'not-arrived', version: now?.script_version ?? before, ...lost })
      }
    }
  }

  return {
    state,
    before,
    progress,
    /** The last stage that the service reported. */
    stage,
    upload,
    /** Stops sending. If the service already has the upload, it processes it. */
    cancel: () => abortRef.current?.abort(),
  }
}

export type UploadParts = ReturnType<typeof useUpload>

/** Reads the progress of an update that the service has. */
function useProgress(projectId: string, scriptId: string, state: UploadState): ScriptProgress | undefined {
  const trackId = state.kind === 'following' ? state.trackId : ''
  const params = { project_id: projectId, script_id: scriptId, track_id: trackId }
  const { data } = useQuery({
    ...queryOf('getUpdateProgress', { params }),
    enabled: trackId !== '',
    refetchInterval: ({ state: { data: known } }) =>
      known === undefined || known.status === 'processing' ? READ_EVERY_MS : false,
  })
  const hasEnded = data !== undefined && data.status !== 'processing'
  useEffect(() => {
    if (hasEnded) void readAgain('listScripts')
  }, [hasEnded])
  return data
}
