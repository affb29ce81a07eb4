import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { ReleaseRecord } from './release-record.ts'

/** The names of files in which `package` describes the installers of one system beside them. */
export const RELEASE_PACKAGE_FILE = /^latchkey-release-[\w-]+\.json$/

const { project, version, covered_since, platform, arch, file, sha512, size } = ReleaseRecord.properties

/** What a build has made: the files of a release before anybody has signed it. */
export const ReleasePackage = Type.Object({
  project,
  version,
  /** The date that was built into the app. */
  covered_since,
  /** Release notes; may be empty. */
  notes: Type.String(),
  files: Type.Array(Type.Object({ platform, arch, file, sha512, size })),
})
export type ReleasePackage = Type.Static<typeof ReleasePackage>

/** Whether a value is what the packaging of one system has described. */
export const isReleasePackage = (value: unknown): value is ReleasePackage => Check(ReleasePackage, value)
