import { join } from 'node:path'
import { type OptionSpecs, oneOf, UsageError, wholeNumber } from '@latchkey/command-line'
import {
  CHANNEL_PATTERN,
  type ChangeReleaseBody,
  RELEASE_FEEDS,
  type ReleaseDetails,
} from '@latchkey/management'
import { isSignedRotation } from '@latchkey/protocol'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { readTextFile } from '../command-line/files.ts'
import { type Column, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { readKeyFile } from '../releases/key-files.ts'
import { readPackage, signPackage } from '../releases/read-package.ts'
import { uploadFile } from '../releases/upload-file.ts'
import { onOrOff } from './scripts.ts'

const MAIN_CHANNEL = 'latest'

const CHANNEL = {
  value: 'NAME',
  help: 'The channel that offers it, such as latest or beta.',
  parse(text: string, option: string): string {
    if (new RegExp(CHANNEL_PATTERN).test(text)) return text
    throw new UsageError(`${option} needs lower-case letters, digits and hyphens.`)
  },
} as const

const publish = defineCommand({
  name: 'releases publish <DIR>',
  summary: 'Signs and uploads a release, and offers it in a channel.',
  description:
    'DIR is what npm run package has made. Both sides compare the SHA-512 of each file, and apps see a file only when it is whole. After a broken connection the upload goes on where it stopped; run the command again after more. Without --channel, "releases promote" offers the release.',
  options: {
    channel: CHANNEL,
    key: { value: 'FILE', help: 'The key that signs, of "releases keys".', fallback: 'release-key.pem' },
    'security-fix': { help: 'Apps without a license may get it, if the project wants that.' },
  },
  notes: 'The passphrase of the key is read from LATCHKEY_RELEASE_PASSPHRASE or a prompt.',
  async run(tools, { channel, key, 'security-fix': isSecurityFix }, [dir = '']) {
    const found = await readPackage(dir)
    const signer = await readKeyFile(key, await tools.readPassphrase())
    const { version, notes } = found
    for (const release of signPackage(found, signer, isSecurityFix === true)) {
      await uploadFile(tools, { path: join(dir, release.file), release, notes })
      tools.output.notify(`${release.file} is whole at the service.`)
    }
    if (channel !== undefined) return change(tools, version, { channel }, `is offered in ${channel}`)
    tools.output.done({ version }, `Version ${version} is a draft. Offer it: releases promote ${version}`)
  },
})

/** Changes a release, and shows it. */
async function change({ client, output }: Tools, version: string, body: ChangeReleaseBody, what: string) {
  expectOk(await client.changeRelease({ params: { version }, body }))
  output.done({ version, ...body }, `Version ${version} ${what}.`)
  return undefined
}

const promote = defineCommand({
  name: 'releases promote <VERSION>',
  summary: 'Offers a release in a channel.',
  options: { channel: { ...CHANNEL, fallback: MAIN_CHANNEL } },
  run: (tools, { channel }, [version = '']) =>
    change(tools, version, { channel }, `is offered in ${channel}`),
})

const pause = defineCommand({
  name: 'releases pause <VERSION>',
  summary: 'Offers a release no more, until it is promoted again.',
  run: (tools, _, [version = '']) => change(tools, version, { state: 'paused' }, 'is paused'),
})

const withdraw = defineCommand({
  name: 'releases withdraw <VERSION>',
  summary: 'Withdraws a release for ever. Publish a higher version for those who have it.',
  run: (tools, _, [version = '']) => change(tools, version, { state: 'withdrawn' }, 'was withdrawn'),
})

const parsePercent = wholeNumber(0, 100)

const share = defineCommand({
  name: 'releases share <VERSION> <PERCENT>',
  summary: 'Offers a release to a part of the devices, which stay the same.',
  run: (tools, _, [version = '', percent = '']) => {
    const share = parsePercent(percent, 'PERCENT')
    return change(tools, version, { share }, `is offered to ${share} % of the devices`)
  },
})

const list = defineCommand({
  name: 'releases list',
  summary: 'Lists the releases of a project, the newest version first.',
  async run({ client, output, times }) {
    const { releases, feed_url } = expectOk(await client.listReleases())
    output.show(releases, releases.length === 0 ? [] : table(columns(times), releases))
    output.notify(releases.length === 0 ? 'No releases.' : `The feed is ${feed_url}`)
  },
})

const columns = (times: Times): readonly Column<ReleaseDetails>[] => [
  { title: 'VERSION', cell: ({ version }) => version },
  {
    title: 'STATE',
    cell: ({ state, files }) => (files.some((file) => !file.is_whole) ? `${state}, half` : state),
  },
  { title: 'CHANNELS', cell: ({ channels }) => channels.join(' ') || '–' },
  { title: 'SHARE', cell: (release) => `${release.share} %`, align: 'right' },
  { title: 'FILES', cell: ({ files }) => String(files.length), align: 'right' },
  {
    title: 'DOWNLOADS',
    cell: ({ files }) => String(files.reduce((sum, { downloads }) => sum + downloads, 0)),
    align: 'right',
  },
  { title: 'SINCE', cell: ({ created_at }) => times.day(created_at) },
]

const SETTINGS = {
  feed: { value: 'WHO', help: `One of ${RELEASE_FEEDS.join(', ')}.`, parse: oneOf(...RELEASE_FEEDS) },
  'without-license': onOrOff('Apps without a license get security fixes.'),
  'least-version': { value: 'VERSION', help: 'Apps must update to it, as far as their license covers.' },
} as const satisfies OptionSpecs

const settings = defineCommand({
  name: 'releases settings',
  summary: 'Shows or changes who gets updates.',
  options: SETTINGS,
  async run({ client, output }, options) {
    const body = given({
      feed: options.feed,
      without_license: options['without-license'],
      least_version: options['least-version'],
    })
    if (Object.keys(body).length > 0) expectOk(await client.changeReleaseSettings({ body }))
    const { feed, without_license, least_version } = expectOk(await client.listReleases())
    output.show({ feed, without_license, least_version }, [
      `Feed              ${feed}`,
      `Without a license ${without_license ? 'security fixes' : 'nothing'}`,
      `Least version     ${least_version || 'none'}`,
    ])
  },
})

const endKey = defineCommand({
  name: 'releases end-key <FILE>',
  summary: 'Tells installed apps that a key was replaced.',
  description: 'FILE has the last line of "releases replace-key".',
  async run({ client, output }, _, [path = '']) {
    const text = await readTextFile(path)
    let rotation: unknown
    try {
      rotation = JSON.parse(text)
    } catch {
      // Refused below.
    }
    if (!isSignedRotation(rotation))
      throw new UsageError(`${path} is not what "releases replace-key" prints.`)
    const { message } = expectOk(await client.addReleaseKeyEnd({ body: rotation }))
    output.done({ ended: rotation.ended }, message)
  },
})

export const RELEASE_COMMANDS = [publish, list, promote, pause, withdraw, share, settings, endKey]
