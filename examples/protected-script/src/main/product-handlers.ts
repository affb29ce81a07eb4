import type { GroupHandlers, ProductParts } from '@latchkey/electron/main'
import { createProtectedScripts, type ProtectedScript } from '@latchkey/electron/scripts'
import { Check } from 'typebox/value'
import { type productCalls, TextReport, type TextReportResult } from '../ipc/product-calls.ts'

const SCRIPT_ID = process.env['EXAMPLE_SCRIPT_ID'] ?? ''

export function createProductHandlers({ scriptParts }: ProductParts): GroupHandlers<typeof productCalls> {
  const scripts = createProtectedScripts(scriptParts)
  // One for all calls: every fetch is an execution of the user's key.
  let opened: Promise<ProtectedScript> | undefined

  async function open(): Promise<ProtectedScript> {
    const outcome = await scripts.open(SCRIPT_ID)
    if (outcome.kind !== 'opened') throw new Error(outcome.message)
    return outcome.script
  }

  return {
    async readText(text): Promise<TextReportResult> {
      opened ??= open()
      const used = opened
      try {
        const report = await (await used).call('look', text)
        // SECURITY: a script's answer is data from outside, like everything that the service sends.
        return Check(TextReport, report) ? { kind: 'read', report } : { kind: 'failed', message: '' }
      } catch (error) {
        // The script was closed or has failed: the next call opens it again.
        if (opened === used) opened = undefined
        void used.then((script) => script.close()).catch(() => {})
        return { kind: 'failed', message: error instanceof Error ? error.message : '' }
      }
    },
  }
}
