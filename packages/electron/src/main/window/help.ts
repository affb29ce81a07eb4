import { HELP_TOPICS, type HelpTopic } from '@latchkey/client/bridge'
import { shell } from 'electron'

export interface HelpAddresses {
  readonly supportUrl: string | undefined
  readonly renewUrl: string | undefined
  readonly shopUrl: string | undefined
  /** Opened for a captive portal, which redirects any address to its login page. */
  readonly syncUrl: string | undefined
}

const SETTINGS_PAGES: Partial<Record<NodeJS.Platform, Partial<Record<HelpTopic, string>>>> = {
  darwin: {
    'network-settings': 'x-apple.systempreferences:com.apple.Network-Settings.extension',
    'clock-settings': 'x-apple.systempreferences:com.apple.Date-Time-Settings.extension',
  },
  win32: { 'network-settings': 'ms-settings:network-proxy', 'clock-settings': 'ms-settings:dateandtime' },
}

/**
 * Opens help outside the app.
 * SECURITY: pages pass a topic, not an address. Only addresses from this table are opened.
 */
export function createHelp(addresses: HelpAddresses, platform: NodeJS.Platform = process.platform) {
  const targets: Partial<Record<HelpTopic, string | undefined>> = {
    support: addresses.supportUrl,
    renew: addresses.renewUrl,
    shop: addresses.shopUrl,
    'network-login': addresses.syncUrl,
    ...SETTINGS_PAGES[platform],
  }
  return {
    topics: HELP_TOPICS.filter((topic) => targets[topic] !== undefined),
    async open(topic: HelpTopic): Promise<void> {
      const target = targets[topic]
      if (target !== undefined) await shell.openExternal(target)
    },
  }
}
