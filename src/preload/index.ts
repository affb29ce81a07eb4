import { exposeBridges } from '@latchkey/electron/preload'
import { productCalls } from '../ipc/product-calls.ts'

exposeBridges(productCalls)
