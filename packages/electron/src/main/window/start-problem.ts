import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'

/** The reason why the app cannot start. Shown to the user. */
export type StartProblem =
  | { readonly kind: 'folder-not-writable'; readonly path: string }
  | { readonly kind: 'file-damaged'; readonly path: string }
  | { readonly kind: 'unexpected'; readonly message: string }

interface Texts {
  readonly title: (appName: string) => string
  readonly describe: (problem: StartProblem, appName: string) => string
}

const en: Texts = {
  title: (appName) => `${appName} cannot start`,
  describe(problem, appName) {
    switch (problem.kind) {
      case 'folder-not-writable':
        return `${appName} cannot write to its data folder:\n\n${problem.path}\n\nAllow your user to write there, then start ${appName} again.`
      case 'file-damaged':
        return `A file of ${appName} is missing or damaged:\n\n${problem.path}\n\nInstall ${appName} again. Your license stays as it is.`
      case 'unexpected':
        return `${problem.message}\n\nStart ${appName} again. If that does not help, install it again. Your license stays as it is.`
    }
  },
}

const de: Texts = {
  title: (appName) => `${appName} kann nicht starten`,
  describe(problem, appName) {
    switch (problem.kind) {
      case 'folder-not-writable':
        return `${appName} kann nicht in seinen Datenordner schreiben:\n\n${problem.path}\n\nErlauben Sie Ihrem Benutzer, dort zu schreiben, und starten Sie ${appName} neu.`
      case 'file-damaged':
        return `Eine Datei von ${appName} fehlt oder ist beschädigt:\n\n${problem.path}\n\nInstallieren Sie ${appName} neu. Ihre Lizenz bleibt, wie sie ist.`
      case 'unexpected':
        return `${problem.message}\n\nStarten Sie ${appName} neu. Wenn das nicht hilft, installieren Sie es neu. Ihre Lizenz bleibt, wie sie ist.`
    }
  },
}

/** Shows the problem in a message box, then exits with code 1. */
export async function exitWithProblem(problem: StartProblem): Promise<void> {
  // Linux shows no message box before `ready`.
  await app.whenReady()
  const texts = app.getLocale().startsWith('de') ? de : en
  const description = texts.describe(problem, app.name)
  process.stderr.write(`${description.replaceAll('\n\n', ' ')}\n`)
  const title = texts.title(app.name)
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
