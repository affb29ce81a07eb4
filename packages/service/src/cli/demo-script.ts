import { ENDPOINTS, requestPath, type UpdateScriptBody } from '@latchkey/management'
import type { Storage } from '../storage/storage.ts'
import type { Demo } from './demo.ts'

/** Used by the sample product: the reading time and the structure of a text. */
const SOURCE = `'use strict'

const WORDS_A_MINUTE = 230

exports.look = function look(text) {
  const words = text.match(/[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*/gu) ?? []
  const sentences = text.split(/[.!?…]+(?:\\s|$)/).filter((sentence) => sentence.trim() !== '')
  return {
    readingSeconds: Math.round((words.length / WORDS_A_MINUTE) * 60),
    sentences: sentences.length,
    longestWord: words.reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
  }
}
`

/** Uploads the demo script as a vendor does, at the first start. It is ready a moment later. */
export async function provideDemoScript(
  serviceUrl: string,
  storage: Pick<Storage, 'findSource'>,
  { apiKey, project, script }: Demo,
): Promise<void> {
  if ((await storage.findSource(project, script)) !== undefined) return
  const body: UpdateScriptBody = { script: SOURCE, use_reactor: true, is_v4_loader: true }
  const params = { project_id: project, script_id: script }
  const response = await fetch(serviceUrl + requestPath(ENDPOINTS.updateScript, { params }), {
    method: ENDPOINTS.updateScript.method,
    headers: { 'content-type': 'application/json', authorization: apiKey },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The demo script was refused with ${response.status}.`)
}
