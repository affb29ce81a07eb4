import { join } from 'node:path'
import { startLatchkey } from '@latchkey/electron/main'

startLatchkey({
  bakedSettings: BAKED_SETTINGS,
  rendererDir: join(import.meta.dirname, '../renderer'),
  preloadPath: join(import.meta.dirname, '../preload/index.cjs'),
  loadProductHandlers: () => import('./product-handlers.ts'),
})
