import type { PageName } from '@latchkey/client/bridge'

/**
 * SECURITY: allows only the page's own files, and no inline code. `connect-src` lets a product fetch
 * its own assets; all other addresses are blocked.
 */
export const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // `connect-src` does not cover WebRTC. Chromium 130 ignores this directive, so
  // window/security.ts blocks WebRTC as well.
  "webrtc 'block'",
]
const TAKES_DATA = /^(img|font|media)-src /

/**
 * The `<meta>` element in the built pages, which `release:check` reads in a package.
 * `productMay` is that of app.json. It never changes the gate's policy.
 */
export const metaContentSecurityPolicy = (page: PageName, productMay: readonly string[]): string =>
  DIRECTIVES.map((directive) =>
    page === 'product' && productMay.includes('data-urls') && TAKES_DATA.test(directive)
      ? `${directive} data: blob:`
      : directive,
  ).join('; ')

/** The header of every file. `frame-ancestors` is not allowed in a `<meta>` element. */
export const contentSecurityPolicy = (page: PageName, productMay: readonly string[]): string =>
  `${metaContentSecurityPolicy(page, productMay)}; frame-ancestors 'none'`
