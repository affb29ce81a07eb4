import { app, type Session, type WebContents, type WebPreferences } from 'electron'
import { APP_SCHEME, pageOf } from '../pages/pages.ts'

/**
 * Restricts all windows of the app. Settings are explicit even where they are Electron's default,
 * because a default may change.
 */
export function hardenApp(): void {
  if (app.isPackaged) {
    // SECURITY: these switches let any local program control the pages. No fuse disables them.
    for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name)
  }
  // SECURITY: enables the sandbox for every renderer, including windows that are added later. A
  // packaged app ignores --no-sandbox. Some development systems need it (tools/set-up/launcher.js).
  if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  // Over HTTP/3, Chromium repeats a request whose connection breaks, also a key check. Sessions have
  // no setting against it. Servers with HTTP/3 also have HTTP/2.
  app.commandLine.appendSwitch('disable-quic')
  // SECURITY: by default Electron would send the first matching certificate of the user's store.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, decide) => {
    event.preventDefault()
    decide()
  })
  app.on('web-contents-created', (_event, contents) => hardenContents(contents))
}

/** Restricts the pages of one window. */
export function hardenContents(contents: WebContents): void {
  // SECURITY: pages cannot navigate; only the main process loads a page.
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  // SECURITY: WebRTC bypasses `webRequest`. This disables UDP; hardenSession blocks TCP by a proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  // SECURITY: no second window, no <webview>.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** No server can listen on port 0, so every connection through this proxy fails. */
const UNREACHABLE_PROXY = 'http://127.0.0.1:0'

/**
 * Restricts a session: no devices, no downloads, only the app's own addresses, and only the
 * permissions that `mayUse` allows the main frame of an address. Load no page in it before the
 * promise is fulfilled.
 */
export async function hardenSession(
  session: Session,
  isOwn = (url: string): boolean => pageOf(url) !== undefined,
  mayUse = (_permission: string, _url: string): boolean => false,
): Promise<void> {
  // SECURITY: the gate needs no permission, and the product those that app.json lists. The main
  // process writes to the clipboard.
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl, isMainFrame }) =>
    decide(isMainFrame && mayUse(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) => isMainFrame && mayUse(permission, origin),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  // SECURITY: blocks other addresses in addition to the Content-Security-Policy.
  session.webRequest.onBeforeRequest((details, decide) => {
    const isDeveloperTools = details.url.startsWith('devtools://')
    decide({ cancel: !isOwn(details.url) && !isDeveloperTools })
  })
  // SECURITY: `webRequest` does not cover WebRTC, but its TCP connections use the session's proxy.
  // Requests to the license service use other sessions.
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: UNREACHABLE_PROXY,
    proxyBypassRules: '<-loopback>',
  })
}

/** For every page. SECURITY: explicit, because Electron's defaults may change. */
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

/** Makes the scheme behave like https. Register it before the app is ready. */
export const PRIVILEGED_SCHEME = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}
