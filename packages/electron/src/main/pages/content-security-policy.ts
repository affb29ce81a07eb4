// SECURITY: allows only the page's own files, and no inline code. `connect-src` lets a product
// fetch its own assets; all other addresses are blocked.
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
  // `connect-src` does not cover WebRTC. Chromium 130 ignores this directive, so
  // window/security.ts blocks WebRTC as well.
  "webrtc 'block'",
]

/** The header that is sent with every file. */
export const CONTENT_SECURITY_POLICY = [...DIRECTIVES, "frame-ancestors 'none'"].join('; ')

/**
 * The `<meta>` element in the built pages, which `release:check` reads in a package.
 * `frame-ancestors` is not allowed in a `<meta>` element.
 */
export const META_CONTENT_SECURITY_POLICY = DIRECTIVES.join('; ')
