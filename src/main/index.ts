import { join } from 'node:path'
import { startLatchkey } from '@latchkey/electron/main'
import { linkScheme, productMay } from '../../app.json'
import { productCalls } from '../ipc/product-calls.ts'
import { createProductHandlers } from './product-handlers.ts'

startLatchkey({
  bakedSettings: BAKED_SETTINGS,
  builtAt: BUILT_AT,
  linkScheme,
  productMay,
  rendererDir: join(import.meta.dirname, '../renderer'),
  preloadPath: join(import.meta.dirname, '../preload/index.cjs'),
  productCalls,
  createProductHandlers,
})
