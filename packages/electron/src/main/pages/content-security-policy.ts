// SECURITY: only the page's own files, and nothing inline. `connect-src` lets a product fetch its own assets; every
// address outside of the app is blocked.
const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // `connect-src` does not cover WebRTC. Chromium 130 does not know this directive: see also window/security.ts.
  "webrtc 'block'",
]

/** Sent as a header with every file of the pages. */
export const CONTENT_SECURITY_POLICY = [...DIRECTIVES, "frame-ancestors 'none'"].join('; ')

/**
 * Written into the built pages as well, so that the release check can read it in a finished package. A `<meta>` element
 * cannot carry `frame-ancestors`.
 */
export const META_CONTENT_SECURITY_POLICY = DIRECTIVES.join('; ')
