import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './set-up/places.js'

/** Whether the product is still the sample. Developers replace the folder with their app. */
export const hasSample = existsSync(join(rootDir, 'src', 'renderer', 'product', 'DayPage.tsx'))

/** Tests that use the sample: its page, the license panel on it, or its packages. */
export const SAMPLE_TESTS = [
  'test/package/branded-copy.test.ts',
  'test/packages/published.test.ts',
  'test/windows/{activation,activation-link,ask-owner,at-once,attack,computers,failures,features,keyboard,killed-app,left-behind,lifecycle,lost-product,network,offline-license,other-keys,service-updates,shop,states,trial,vendors-day,web-rtc}.test.ts',
]
