import { app, type Session, type WebContents, type WebPreferences } from 'electron'
import { APP_SCHEME, pageOf } from '../pages/pages.ts'

/**
 * What no window of this app may do, whatever runs in it.
 * Written out even where it is Electron's default, so that a change of the default changes nothing here.
 */
export function hardenApp(): void {
  if (app.isPackaged) {
    // SECURITY: Chromium's own door for debuggers, which no fuse closes: whoever comes in drives the window.
    for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name)
  }
  // SECURITY: every renderer runs in the system's sandbox, also one that a later change forgets to ask for. A
  // packaged app cannot be talked out of it; in development a system may have none (tools/set-up/launcher.js).
  if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  // SECURITY: unanswered, Electron would send a server that asks the first matching certificate of the user's store.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, decide) => {
    event.preventDefault()
    decide()
  })
  app.on('web-contents-created', (_event, contents) => hardenContents(contents))
}

function hardenContents(contents: WebContents): void {
  // SECURITY: a page never moves the window by itself; only the main process loads a page.
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  // SECURITY: WebRTC passes by the session's rules. No UDP at all; TCP ends at the session's proxy, see hardenSession.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  // SECURITY: no second window, no <webview>.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Nobody can listen on port 0: what goes through this proxy goes nowhere. */
const NO_WAY_OUT = 'http://127.0.0.1:0'

/**
 * Closes a session: no permissions, no devices, no downloads, and no address but those that are the app's own. No page
 * may run in it before the promise is fulfilled.
 */
export async function hardenSession(
  session: Session,
  isOwn = (url: string): boolean => pageOf(url) !== undefined,
): Promise<void> {
  // SECURITY: the pages need no permission; clipboard writing goes through the main process.
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  // SECURITY: a second wall behind the Content-Security-Policy. Developer tools load from their own scheme.
  session.webRequest.onBeforeRequest((details, decide) => {
    const isDeveloperTools = details.url.startsWith('devtools://')
    decide({ cancel: !isOwn(details.url) && !isDeveloperTools })
  })
  // SECURITY: the rules above do not see WebRTC, whose TCP connections go through the session's proxy. The app's own
  // requests to the license service have sessions of their own.
  await session.setProxy({ mode: 'fixed_servers', proxyRules: NO_WAY_OUT, proxyBypassRules: '<-loopback>' })
}

/** Of every page. SECURITY: each line is Electron's default today, and written out so that it stays so. */
export const HARDENED_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} satisfies WebPreferences

/** Must run before the app is ready: the scheme behaves like https from then on. */
export const PRIVILEGED_SCHEME = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}
