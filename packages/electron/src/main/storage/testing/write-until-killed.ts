import { EventEmitter } from 'node:events'
import { openProfile } from '@latchkey/client'
import { openLicenseFile } from '../license-file.ts'

/** The license file with electron-store, which in plain Node is conf with other defaults. */
export const openIn = (dir: string) =>
  openLicenseFile(openProfile(dir), Promise.resolve(), new EventEmitter() as Electron.IpcMain)

/** Contents of different lengths, so that a mix of two is detected. */
export const contentOfRound = (round: number) => ({
  round,
  key: String(round % 10).repeat((round * 37) % 9_000),
})

// Runs as a child process that writes one content after another until it is killed.
const [, script, dir, from] = process.argv
if (script === import.meta.filename && dir !== undefined) {
  const file = openIn(dir)
  for (let round = Number(from); ; round++) {
    if (!(await file.write(JSON.stringify(contentOfRound(round))))) throw new Error('Not written.')
    if (round === Number(from)) process.stdout.write('writing\n')
  }
}
