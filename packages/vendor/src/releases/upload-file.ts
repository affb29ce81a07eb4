import { type FileHandle, open } from 'node:fs/promises'
import type { UploadRecord } from '@latchkey/management'
import type { SignedRelease } from '@latchkey/protocol'
import { describeFailure, type Outcome } from '../client/outcome.ts'
import type { Tools } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'

interface Upload {
  readonly path: string
  readonly release: SignedRelease
  readonly notes: string
}

/** What one request sends. A slow line sends it within the time limit of a request. */
const PART_BYTES = 2 * 1_024 * 1_024
/** How often in a row the connection may break before anything more has arrived. */
const MOST_TRIES = 12
const LONGEST_PAUSE_MS = 30_000

/**
 * Uploads a file, and lets the service compare it with the signed hash. After a broken connection it
 * goes on from what has arrived.
 * @throws UnsuccessfulRequest
 */
export async function uploadFile(tools: Tools, { path, release, notes }: Upload): Promise<UploadRecord> {
  const { client, output } = tools
  const file = await open(path)
  try {
    for (let [tries, arrived] = [0, -1]; ; tries += 1) {
      const begun = await client.addReleaseFile({ body: { release, ...(notes !== '' && { notes }) } })
      if (begun.kind === 'ok' && begun.value.offset > arrived) [tries, arrived] = [0, begun.value.offset]
      const sent = begun.kind === 'ok' ? await sendRest(tools, file, release, begun.value) : begun
      if (sent.kind !== 'failed' || tries >= MOST_TRIES) return expectOk(sent)
      output.notify(`${describeFailure(sent.failure)} It is tried again.`)
      await tools.wait(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** tries))
    }
  } finally {
    await file.close()
  }
}

async function sendRest(
  { client, output }: Tools,
  file: FileHandle,
  { file: name, size }: SignedRelease,
  begun: UploadRecord,
): Promise<Outcome<UploadRecord>> {
  const params = { upload_id: begun.upload_id }
  if (begun.is_whole) return { kind: 'ok', value: begun }
  for (let { offset } = begun; offset < size; ) {
    output.status(`${name}: ${Math.floor((100 * offset) / size)} %`)
    const bytes = new Uint8Array(Math.min(PART_BYTES, size - offset))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    const part = bytes.subarray(0, bytesRead)
    const sent = await client.sendReleasePart({ params, query: { offset }, bytes: part })
    if (sent.kind !== 'ok') return sent
    offset = sent.value.offset
  }
  return client.finishUpload({ params })
}
