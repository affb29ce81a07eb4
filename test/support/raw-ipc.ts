import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'

/** A preload script that exposes Electron's own IPC to the page, as a patched renderer could. */
const PRELOAD = `const { contextBridge, ipcRenderer } = require('electron')
contextBridge.exposeInMainWorld('raw', { invoke: (channel, ...values) => ipcRenderer.invoke(channel, ...values) })
`

/**
 * Calls the main process from one of the app's own pages without the bridge. Resolves to the answer
 * or the refusal.
 */
export async function callRaw(
  electron: ElectronApplication,
  address: string,
  channel: string,
  ...values: readonly unknown[]
): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-raw-'))
  const preload = join(dir, 'preload.cjs')
  await writeFile(preload, PRELOAD)
  try {
    return await electron.evaluate(
      async ({ BrowserWindow }, given) => {
        const window = new BrowserWindow({
          show: false,
          webPreferences: { preload: given.preload, sandbox: true, partition: 'persist:latchkey' },
        })
        try {
          // The files of a locked page are refused, but the call depends only on the origin of the
          // page.
          await window.loadURL(given.address).catch(() => undefined)
          const values = JSON.stringify([given.channel, ...given.values])
          return await window.webContents.executeJavaScript(
            `raw.invoke(...${values}).then((value) => 'answered ' + JSON.stringify(value), String)`,
          )
        } finally {
          window.destroy()
        }
      },
      { preload, address, channel, values },
    )
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
