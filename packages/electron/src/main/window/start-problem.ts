import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'

/** The reason why the app cannot start. Shown to the user. */
export type StartProblem =
  | { readonly kind: 'folder-not-writable' | 'file-damaged'; readonly path: string }
  | { readonly kind: 'unexpected'; readonly message: string }

/** `APP`: the name of the app. `IT`: the path or the message of the problem. */
type Texts = Readonly<Record<StartProblem['kind'] | 'title', string>>

const en: Texts = {
  title: 'APP cannot start',
  'folder-not-writable':
    'APP cannot write to its data folder:\n\nIT\n\nAllow your user to write there, then start APP again.',
  'file-damaged':
    'A file of APP is missing or damaged:\n\nIT\n\nInstall APP again. Your license stays as it is.',
  unexpected: 'IT\n\nStart APP again. If that does not help, install it again. Your license stays as it is.',
}

const de: Texts = {
  title: 'APP kann nicht starten',
  'folder-not-writable':
    'APP kann nicht in seinen Datenordner schreiben:\n\nIT\n\nErlauben Sie Ihrem Benutzer, dort zu schreiben, und starten Sie APP neu.',
  'file-damaged':
    'Eine Datei von APP fehlt oder ist beschädigt:\n\nIT\n\nInstallieren Sie APP neu. Ihre Lizenz bleibt, wie sie ist.',
  unexpected:
    'IT\n\nStarten Sie APP neu. Wenn das nicht hilft, installieren Sie es neu. Ihre Lizenz bleibt, wie sie ist.',
}

/** Shows the problem in a message box, then exits with code 1. */
export async function exitWithProblem(problem: StartProblem): Promise<void> {
  // Linux shows no message box before `ready`.
  await app.whenReady()
  const texts = app.getLocale().startsWith('de') ? de : en
  const it = problem.kind === 'unexpected' ? problem.message : problem.path
  const fill = (text: string): string => text.replaceAll(/APP|IT/g, (word) => (word === 'IT' ? it : app.name))
  const description = fill(texts[problem.kind])
  process.stderr.write(`${description.replaceAll('\n\n', ' ')}\n`)
  const title = fill(texts.title)
  await dialog.showMessageBox({ type: 'error', title, message: title, detail: description, buttons: ['OK'] })
  // Not in the callback of the box itself: Electron 33 would crash.
  setImmediate(() => app.exit(1))
}

/** Prints the stack, for developers. The user sees a message box. */
export function printError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}

/** Converts an error at the start to a problem. */
export function toStartProblem(error: unknown): StartProblem {
  if (!(error instanceof Error)) return { kind: 'unexpected', message: String(error) }
  if ('path' in error && typeof error.path === 'string') return { kind: 'file-damaged', path: error.path }
  // For a missing module, the other lines are a list of files.
  return { kind: 'unexpected', message: error.message.split('\n')[0] ?? '' }
}

/** A full disk does not prevent the start: the app runs without storing anything. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Creates the folder and tries to write a file. File permissions alone would not show a read-only
 * file system.
 */
export function canWriteTo(dir: string): boolean {
  const path = join(dir, `.write-test-${process.pid}`)
  try {
    mkdirSync(dir, { recursive: true })
    writeFileSync(path, '')
    rmSync(path)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && DISK_FULL_CODES.has(error.code)
  }
}
