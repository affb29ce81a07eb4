import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, session } from 'electron'
import { developerTools } from './desktop/developer-tools.ts'
import { createPageFiles } from './desktop/page-files.ts'
import { APP_SCHEME } from './desktop/pages.ts'
import { hardenSession } from './desktop/security.ts'
import { endWith } from './desktop/start-problem.ts'
import { type MainWindow, openMainWindow } from './desktop/window.ts'
import { LICENSE_FILE_OPTIONS } from './license/license-file.ts'
import { mayHoldKey } from './license/may-hold-key.ts'

export interface FirstWindowParts {
  readonly rendererDir: string
  readonly preloadPath: string
}

/** What decides about the pages' files, once it is there. Until then, nobody is licensed. */
export interface Doorkeeper {
  isLicensed(): boolean
  /** Whether the gate waits for a key, and has nothing to say about one that was kept. */
  isPlainlyLocked(): boolean
}

export interface FirstWindow {
  readonly window: MainWindow
  /**
   * Resolves when the rest of the main process is wanted: the page asks for its scripts, which a drawn gate does once it
   * is on the screen; or there is a kept key to check.
   */
  readonly isRestWanted: Promise<void>
  /** Lets the pages' scripts in, which have somebody to ask from now on, and asks the doorkeeper. */
  letIn(doorkeeper: Doorkeeper): void
  focus(): void
}

const isScript = (url: string): boolean => /\.js(\?|$)/.test(url)

/** Opens the window with the locked gate in it. The app must be ready. */
export function openFirstWindow({ rendererDir, preloadPath }: FirstWindowParts): FirstWindow {
  const userDataDir = app.getPath('userData')
  let doorkeeper: Doorkeeper = {
    isLicensed: () => false,
    isPlainlyLocked: () => !mayHoldKey(readJson(join(userDataDir, `${LICENSE_FILE_OPTIONS.name}.json`))),
  }
  const isLetIn = Promise.withResolvers<void>()
  const isRestWanted = Promise.withResolvers<void>()
  const { respond, hasWaitingProduct } = createPageFiles({
    rendererDir,
    isLicensed: () => doorkeeper.isLicensed(),
    onDamaged: (path) => void endWith({ kind: 'file-damaged', path }),
    lockedIn: () => (doorkeeper.isPlainlyLocked() ? app.getLocale().split('-')[0] : undefined),
  })

  const windowSession = session.defaultSession
  const isHardened = hardenSession(windowSession)
  windowSession.protocol.handle(APP_SCHEME, async (request) => {
    if (isScript(request.url)) {
      isRestWanted.resolve()
      // A script that ran earlier would ask a main process in which nobody answers yet.
      await Promise.all([isLetIn.promise, isHardened])
    }
    return respond(request)
  })
  const window = openMainWindow({
    session: windowSession,
    preloadPath,
    title: app.name,
    placePath: join(userDataDir, 'window.json'),
    allowDeveloperTools: developerTools(),
    canPrepareProduct: hasWaitingProduct,
  })
  window.show('gate')
  // Nobody will be typing: the check of the key comes first.
  if (!doorkeeper.isPlainlyLocked()) setImmediate(isRestWanted.resolve)

  return {
    window,
    isRestWanted: isRestWanted.promise,
    letIn(keeper) {
      doorkeeper = keeper
      isLetIn.resolve()
    },
    focus() {
      const { baseWindow } = window
      if (baseWindow.isMinimized()) baseWindow.restore()
      baseWindow.focus()
    },
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
