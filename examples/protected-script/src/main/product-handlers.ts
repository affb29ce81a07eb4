import type { ProductParts } from '@latchkey/electron/main'
import { createProtectedScripts, type ProtectedScript } from '@latchkey/electron/scripts'
import { Check } from 'typebox/value'
import { TextReport, type TextReportResult } from '../ipc/product-calls.ts'

const SCRIPT_ID = process.env['EXAMPLE_SCRIPT_ID'] ?? ''

export function createProductHandlers({ scriptParts }: ProductParts) {
  const scripts = createProtectedScripts(scriptParts)
  // Shared by all calls, because every fetch counts as an execution of the key.
  let opened: Promise<ProtectedScript> | undefined

  async function open(): Promise<ProtectedScript> {
    const outcome = await scripts.open(SCRIPT_ID)
    if (outcome.kind !== 'opened') throw new Error(outcome.message)
    return outcome.script
  }

  return {
    async readText(text: string): Promise<TextReportResult> {
      opened ??= open()
      const used = opened
      try {
        const report = await (await used).call('look', text)
        // SECURITY: the result of a script is untrusted input.
        return Check(TextReport, report) ? { kind: 'read', report } : { kind: 'failed', message: '' }
      } catch (error) {
        // The script was closed or failed. The next call fetches it again.
        if (opened === used) opened = undefined
        void used.then((script) => script.close()).catch(() => {})
        return { kind: 'failed', message: error instanceof Error ? error.message : '' }
      }
    },
  }
}
