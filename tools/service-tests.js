import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './set-up/places.js'

/** Whether this copy still has the license service and its client: who only wants the app deletes both. */
export const hasService = ['service', 'vendor'].every((name) => existsSync(join(rootDir, 'packages', name)))

/** Tests that speak to the service, and have nobody to speak to without it. */
export const SERVICE_TESTS = [
  'packages/{service,vendor}/**',
  'test/conformance/**',
  'test/node/attack-proof.test.ts',
  'test/package/**',
  'test/windows/{activation,activation-link,failures,keyboard,killed-app,left-behind,lifecycle,other-product,protected-script,start,start-problems,states,vendors-day,web-rtc}.test.ts',
]
