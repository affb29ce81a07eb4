import type { ReleaseState } from '@latchkey/management'
import type { SignedRelease, SignedRotation } from '@latchkey/protocol'

/** A file of a release, as its vendor has signed it. */
export interface ReleaseFile {
  /** The name of its file in the folder of the service. */
  readonly uploadId: string
  readonly signed: SignedRelease
  /** All bytes have arrived, and have the signed hash. */
  readonly isWhole: boolean
  readonly downloads: number
}

/** A version of the app. */
export interface Release {
  readonly version: string
  readonly state: ReleaseState
  /** The channels that offer it. */
  readonly channels: readonly string[]
  /** The percentage of devices to which it is offered. */
  readonly share: number
  readonly notes: string
  readonly createdAt: number
}

export interface ReleaseWithFiles extends Release {
  readonly files: readonly ReleaseFile[]
}

export interface ReleaseSettings {
  /** Who may read the feed: `all`, or apps with a license. */
  readonly feed: 'licenses' | 'all'
  /** Apps without a license get security fixes. */
  readonly withoutLicense: boolean
  /** The version to which apps must update; empty: none. */
  readonly leastVersion: string
  readonly rotations: readonly SignedRotation[]
}

export const DEFAULT_RELEASE_SETTINGS: ReleaseSettings = {
  feed: 'licenses',
  withoutLicense: false,
  leastVersion: '',
  rotations: [],
}

/** The channel of apps that name no other. Its releases are in every channel. */
export const MAIN_CHANNEL = 'latest'

export interface ReleaseChanges {
  /** Offers the release in this channel. */
  readonly channel?: string
  readonly state?: 'paused' | 'withdrawn'
  readonly share?: number
}

export type ReleaseRefusal = 'half-upload' | 'release-withdrawn'

/** Changes the offer of a release. A withdrawn one is never offered again. */
export function changedRelease(
  { files, ...release }: ReleaseWithFiles,
  { channel, state, share }: ReleaseChanges,
): Release | ReleaseRefusal {
  if (release.state === 'withdrawn') return state === 'withdrawn' ? release : 'release-withdrawn'
  if (channel !== undefined && !files.some(({ isWhole }) => isWhole)) return 'half-upload'
  const channels =
    channel === undefined ? release.channels : [...new Set([...release.channels, channel])].sort()
  const offered = channel === undefined ? release.state : 'offered'
  // A draft stays one: it has no channel to return to.
  const paused = state === 'paused' && offered === 'draft' ? 'draft' : state
  return { ...release, channels, state: paused ?? offered, share: share ?? release.share }
}
