import type { Profile } from '@latchkey/client'
import type { UpdateView } from '@latchkey/client/bridge'
import { app } from 'electron'
import { isSecureAddress, type Settings } from '../../settings.ts'
import type { LicenseCore } from '../compose-license.ts'
import { systemClock, systemSchedule } from '../system-clock.ts'
import type { SignedFeed } from './feed-updater.ts'
import { createReleaseTrust } from './release-trust.ts'
import { createUpdates, type Updates } from './updates.ts'

export interface ComposeUpdatesParts {
  readonly settings: Pick<Settings, 'licensing' | 'updates'>
  readonly gate: LicenseCore['gate']
  readonly profile: Profile
  readonly notify: (view: UpdateView) => void
}

/** Undefined in an app without a feed. */
export function composeUpdates({
  settings,
  gate,
  profile,
  notify,
}: ComposeUpdatesParts): Updates | undefined {
  const { updates, licensing } = settings
  if (updates === undefined) return undefined
  const { isPackaged } = app
  const { feedUrl, needLicense, releaseKeys } = updates
  const project = licensing?.appName ?? ''
  const signed: SignedFeed | undefined = releaseKeys && {
    app: { project, platform: process.platform, arch: process.arch },
    access: gate.updateAccess,
    trust: createReleaseTrust(profile.releaseKeys, project, releaseKeys),
  }
  return createUpdates({
    // Imported late, and only with a feed: electron-updater is half as large as everything else.
    load: async () => {
      const { createFeedUpdater } = await import('./feed-updater.ts')
      return createFeedUpdater({
        feedUrl,
        // SECURITY: a token never leaves for another address, whatever the feed names.
        isAllowed: (url) => (signed ? url.startsWith(feedUrl) : isSecureAddress(url, !isPackaged)),
        isPackaged,
        platform: process.platform,
        environment: process.env,
        execPath: process.execPath,
        signed,
      })
    },
    mayUpdate: () => !needLicense || gate.isLicensed(),
    // While the app is locked, a security fix can only repair it.
    updatesUntil: (isSecurityFix) => (isSecurityFix && !gate.isLicensed() ? undefined : gate.updatesUntil()),
    asker: signed && (() => `${gate.isLicensed()} ${gate.keyEnding()} ${gate.updatesUntil()}`),
    notify,
    clock: systemClock,
    schedule: systemSchedule,
  })
}
