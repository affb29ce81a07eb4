import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './set-up/places.js'

/** Whether this copy contains the license service and its client. Developers may delete both. */
export const hasService = ['service', 'vendor'].every((name) => existsSync(join(rootDir, 'packages', name)))

/** Tests that need the service. */
export const SERVICE_TESTS = [
  'packages/{service,vendor}/**',
  'test/conformance/**',
  'test/node/documented-commands.test.ts',
  'tools/attack/**',
  'test/package/**',
  'test/windows/{activation,activation-link,ask-owner,at-once,attack,computers,examples,failures,features,keyboard,killed-app,left-behind,licensing,licensing-lock,lifecycle,lost-product,network,offline-license,other-keys,protected-script,service-updates,shop,start,start-problems,states,trial,vendors-day,web-rtc}.test.ts',
]
