// SECURITY: nothing but the page's own files, and nothing inline but one style sheet that is named by its hash. `connect-src` lets a product fetch its own
// assets; every address outside the app stays closed to the renderer.
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
  // `connect-src` does not cover WebRTC. Chromium 130 does not know this directive: see also security.ts.
  "webrtc 'block'",
]

/** Sent as a header with every file of the pages. */
export const CONTENT_SECURITY_POLICY = [...DIRECTIVES, "frame-ancestors 'none'"].join('; ')

/**
 * Written into the built pages as well, so that a finished package can be judged by reading it, and so that the
 * policy holds even if a page should ever come another way than through `page-files.ts`. A `<meta>` may not say
 * `frame-ancestors`.
 */
export const META_CONTENT_SECURITY_POLICY = DIRECTIVES.join('; ')

/**
 * The policy of a page with one style sheet in it, which the build writes there and names by its hash (`'sha256-…'`):
 * that text is a style, and no other inline text is.
 */
export const withStyleHash = (policy: string, hash: string): string =>
  policy.replace("style-src 'self'", `$& ${hash}`)
