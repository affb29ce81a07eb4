/**
 * What `productMay` in app.json can list. By default the product may do none of it.
 * `data-urls`: images, fonts and media from `data:` and `blob:` addresses. The others are
 * permissions of Chromium.
 */
export const PRODUCT_MAY: readonly string[] = [
  'data-urls',
  'clipboard-read',
  'fullscreen',
  'geolocation',
  'media',
  'notifications',
  'pointerLock',
]
