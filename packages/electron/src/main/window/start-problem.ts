import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'

/** The reason why the app cannot start. Shown to the user. */
export type StartProblem =
  | { readonly kind: 'folder-not-writable' | 'file-damaged'; readonly path: string }
  | { readonly kind: 'unexpected'; readonly message: string }

/** `it`: the path or the message of the problem. */
type Texts = Readonly<Record<StartProblem['kind'] | 'title', (app: string, it: string) => string>>

const en: Texts = {
  title: (app) => `${app} cannot start`,
  'folder-not-writable': (app, it) =>
    `${app} cannot write to its data folder:\n\n${it}\n\nAllow your user to write there, then start ${app} again.`,
  'file-damaged': (app, it) =>
    `A file of ${app} is missing or damaged:\n\n${it}\n\nInstall ${app} again. Your license stays as it is.`,
  unexpected: (app, it) =>
    `${it}\n\nStart ${app} again. If that does not help, install it again. Your license stays as it is.`,
}

const de: Texts = {
  title: (app) => `${app} kann nicht starten`,
  'folder-not-writable': (app, it) =>
    `${app} kann nicht in seinen Datenordner schreiben:\n\n${it}\n\nErlauben Sie Ihrem Benutzer, dort zu schreiben, und starten Sie ${app} neu.`,
  'file-damaged': (app, it) =>
    `Eine Datei von ${app} fehlt oder ist beschädigt:\n\n${it}\n\nInstallieren Sie ${app} neu. Ihre Lizenz bleibt, wie sie ist.`,
  unexpected: (app, it) =>
    `${it}\n\nStarten Sie ${app} neu. Wenn das nicht hilft, installieren Sie es neu. Ihre Lizenz bleibt, wie sie ist.`,
}

/** Shows the problem in a message box, then exits with code 1. */
export async function exitWithProblem(problem: StartProblem): Promise<void> {
  // Linux shows no message box before `ready`.
  await app.whenReady()
  const texts = app.getLocale().startsWith('de') ? de : en
  const it = problem.kind === 'unexpected' ? problem.message : problem.path
  const description = texts[problem.kind](app.name, it)
  process.stderr.write(`${description.replaceAll('\n\n', ' ')}\n`)
  const title = texts.title(app.name, it)
  await dialog.showMessageBox({ type: 'error', title, message: title, detail: description, buttons: ['OK'] })
  // The app does not exit in the callback of the box, because Electron 33 would crash.
  setImmediate(() => app.exit(1))
}

/** Shows an error that ends the app. */
export function exitWithError(error: unknown): void {
  printError(error)
  void exitWithProblem(toStartProblem(error))
}

/** Prints the stack, for developers. The user sees a message box. */
export function printError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}

/** Converts an error at the start to a problem. */
function toStartProblem(error: unknown): StartProblem {
  if (!(error instanceof Error)) return { kind: 'unexpected', message: String(error) }
  if ('path' in error && typeof error.path === 'string') return { kind: 'file-damaged', path: error.path }
  // If a module is missing, the other lines are a list of files.
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
