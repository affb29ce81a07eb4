import { join } from 'node:path'
import { startLatchkey } from '@latchkey/electron/main'
import { productCalls } from '../ipc/product-calls.ts'

startLatchkey({
  bakedSettings: BAKED_SETTINGS,
  rendererDir: join(import.meta.dirname, '../renderer'),
  preloadPath: join(import.meta.dirname, '../preload/index.cjs'),
  productCalls,
  loadProductHandlers: () => import('./product-handlers.ts'),
})
