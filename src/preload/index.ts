import { exposeBridges } from '@latchkey/electron/preload'
import { FEATURES } from '../ipc/features.ts'
import { productCalls } from '../ipc/product-calls.ts'

exposeBridges(productCalls, FEATURES)
