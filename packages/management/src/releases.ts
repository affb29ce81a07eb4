import { RELEASE_ARCHITECTURES, RELEASE_PLATFORMS, SignedRelease, SignedRotation } from '@latchkey/protocol'
import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { AnyText, Done, DoneFields, Flag, Input, PathText, Text, Whole } from './fields.ts'
import { NO_SUCH_PROJECT, OF_PROJECT } from './of-project.ts'

/** What becomes of a release: a draft is in no channel yet. */
export const RELEASE_STATES = ['draft', 'offered', 'paused', 'withdrawn'] as const
/** One of `RELEASE_STATES`. */
export type ReleaseState = (typeof RELEASE_STATES)[number]

/** Who may read the feed of a project. */
export const RELEASE_FEEDS = ['licenses', 'all'] as const

/** The most bytes of one request with a part of a file. */
export const MOST_PART_BYTES = 16 * 1_024 * 1_024
/** The name of a channel, as a regular expression. */
export const CHANNEL_PATTERN = '^[a-z0-9-]{1,32}$'

const channel = Type.String({
  pattern: CHANNEL_PATTERN,
  description: 'A channel, such as `latest` or `beta`. Other channels also have the releases of `latest`.',
})

/** A file of a release. */
export const ReleaseFileRecord = Type.Object({
  file: AnyText('The name.'),
  platform: Type.Enum([...RELEASE_PLATFORMS]),
  arch: Type.Enum([...RELEASE_ARCHITECTURES]),
  size: Whole('In bytes.'),
  sha512: AnyText('In base64.'),
  covered_since: Whole('Unix seconds: licenses whose updates end before do not get it.'),
  is_security_fix: Flag('Apps without a license may get it.'),
  is_whole: Flag('All bytes have arrived.'),
  downloads: Whole('How often it was downloaded to its end.'),
})
export type ReleaseFileRecord = Type.Static<typeof ReleaseFileRecord>

/** A version of the app. */
export const ReleaseDetails = Type.Object({
  version: Type.String(),
  state: Type.Enum(RELEASE_STATES),
  channels: Type.Array(Type.String(), { description: 'The channels that offer it.' }),
  share: Whole('The percentage of devices to which it is offered.'),
  notes: Type.String(),
  created_at: Whole('Unix seconds.'),
  files: Type.Array(ReleaseFileRecord),
})
export type ReleaseDetails = Type.Static<typeof ReleaseDetails>

const SETTINGS = {
  feed: Type.Enum(RELEASE_FEEDS, {
    description: '`licenses`: apps get what their license covers. `all`: apps without one get every version.',
  }),
  without_license: Flag('Apps without a license get security fixes.'),
  least_version: Text(100, 'Apps must update to this version, as far as their license covers; empty: none.'),
}

/** The answer of List Releases. */
export const ReleaseList = Type.Object({
  ...DoneFields,
  releases: Type.Array(ReleaseDetails, { description: 'The newest version first.' }),
  ...SETTINGS,
  feed_url: AnyText('The address of the feed of `latest`.'),
})
export type ReleaseList = Type.Static<typeof ReleaseList>

/** The body of Add Release File. */
export const AddReleaseFileBody = Input({
  // The version has a refusal of its own, which says what to do.
  release: Input({ ...SignedRelease.properties, version: Text(100) }),
  notes: Type.Optional(Text(20_000, 'The notes of the version. Those of its first file count.')),
})

/** How far an upload is. */
export const UploadRecord = Type.Object({
  ...DoneFields,
  upload_id: Type.String(),
  offset: Whole('The bytes that have arrived.'),
  is_whole: Flag('All bytes have arrived, and were compared with the hash.'),
})
export type UploadRecord = Type.Static<typeof UploadRecord>

/** The body of Change Release. */
export const ChangeReleaseBody = Input({
  channel: Type.Optional(channel),
  state: Type.Optional(Type.Enum(['paused', 'withdrawn'])),
  share: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
})
export type ChangeReleaseBody = Type.Static<typeof ChangeReleaseBody>

/** The body of Change Release Settings. What is left out stays. */
export const ReleaseSettingsBody = Input({
  feed: Type.Optional(SETTINGS.feed),
  without_license: Type.Optional(SETTINGS.without_license),
  least_version: Type.Optional(SETTINGS.least_version),
})

const of = { ...OF_PROJECT, subject: 'Releases' } as const
const { project_id } = OF_PROJECT.params.properties
const ofUpload = Type.Object({ project_id, upload_id: PathText('The `upload_id` of the file.') })
const NO_SUCH_UPLOAD = { status: 404, when: 'the project has no such upload' } as const
const NO_FOLDER = { status: 503, when: 'the service has no folder for releases' } as const
const DISK_FULL = { status: 507, when: 'the disk of the service is full' } as const
const WITHDRAWN = { status: 409, when: 'the release was withdrawn' } as const

/** The releases of a project, which its apps get as updates. */
export const RELEASE_ENDPOINTS = {
  listReleases: {
    ...of,
    title: 'List Releases',
    method: 'GET',
    path: '/v3/projects/{project_id}/releases',
    leastRole: 'read-only',
    description: 'Returns the releases of a project with their files, and the settings of its feed.',
    success: ReleaseList,
    refusals: [NO_SUCH_PROJECT],
  },
  addReleaseFile: {
    ...of,
    title: 'Add Release File',
    method: 'POST',
    path: '/v3/projects/{project_id}/releases',
    byApiKeyAlone: true,
    description:
      'Begins the upload of a file that its vendor has signed, or returns how far it is. The first file of a version creates the release, as a draft.',
    body: AddReleaseFileBody,
    success: UploadRecord,
    refusals: [
      { status: 400, when: 'the version is no SemVer, or the record names another app' },
      NO_SUCH_PROJECT,
      { status: 409, when: 'the version has another file of this name, or was withdrawn' },
      NO_FOLDER,
      DISK_FULL,
    ],
  },
  sendReleasePart: {
    ...of,
    title: 'Send Release Part',
    method: 'PUT',
    path: '/v3/projects/{project_id}/uploads/{upload_id}',
    byApiKeyAlone: true,
    params: ofUpload,
    bytes: true,
    description:
      'Adds bytes to a file, as `application/octet-stream`. When a connection breaks, the bytes that have arrived stay: Add Release File returns from where to go on.',
    query: Input({
      offset: Type.Integer({ minimum: 0, description: 'The position of the first byte in the file.' }),
    }),
    success: UploadRecord,
    refusals: [
      NO_SUCH_UPLOAD,
      { status: 409, when: 'bytes before `offset` are missing, or the file is whole' },
      { status: 413, when: 'the bytes are more than the size of the file' },
      NO_FOLDER,
      DISK_FULL,
    ],
  },
  finishUpload: {
    ...of,
    title: 'Finish Upload',
    method: 'POST',
    path: '/v3/projects/{project_id}/uploads/{upload_id}',
    byApiKeyAlone: true,
    params: ofUpload,
    description:
      'Compares the file on the disk of the service with its size and its SHA-512. Apps get no file before.',
    success: UploadRecord,
    refusals: [
      { status: 400, when: 'the hash differs; the upload begins again' },
      NO_SUCH_UPLOAD,
      { status: 409, when: 'bytes are missing' },
      NO_FOLDER,
    ],
  },
  changeRelease: {
    ...of,
    title: 'Change Release',
    method: 'PATCH',
    path: '/v3/projects/{project_id}/releases/{version}',
    leastRole: 'owner',
    params: Type.Object({ project_id, version: PathText('The version.') }),
    description:
      'Offers a release in a channel, pauses or withdraws it, or sets the percentage of devices to which it is offered. A withdrawn version is never offered again.',
    body: ChangeReleaseBody,
    success: Done,
    refusals: [{ status: 404, when: 'the project has no such release' }, WITHDRAWN],
  },
  changeReleaseSettings: {
    ...of,
    title: 'Change Release Settings',
    method: 'PATCH',
    path: '/v3/projects/{project_id}/release-settings',
    leastRole: 'owner',
    description: 'Changes who gets updates. What is left out stays.',
    body: ReleaseSettingsBody,
    success: Done,
    refusals: [{ status: 400, when: 'the least version is no SemVer' }, NO_SUCH_PROJECT],
  },
  addReleaseKeyEnd: {
    ...of,
    title: 'Add Release Key End',
    method: 'POST',
    path: '/v3/projects/{project_id}/release-keys',
    byApiKeyAlone: true,
    description:
      'Adds the end of a key for releases, signed by the second key, to every feed of the project: `latchkey releases replace-key` makes it.',
    body: Input({ ...SignedRotation.properties }),
    success: Done,
    refusals: [
      { status: 400, when: 'it names another app' },
      NO_SUCH_PROJECT,
      { status: 409, when: 'the project has as many as apps read' },
    ],
  },
} as const satisfies Record<string, EndpointData>
