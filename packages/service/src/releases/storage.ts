import type { SignedRelease } from '@latchkey/protocol'
import type { Origin } from '../core/event-log/events.ts'
import type { License } from '../core/license/license.ts'
import type { Release, ReleaseFile, ReleaseRefusal, ReleaseSettings, ReleaseWithFiles } from './releases.ts'

/** The releases of a project. */
export interface ProjectReleases {
  readonly projectId: string
  readonly appName: string
  readonly name: string
  readonly settings: ReleaseSettings
  /** In no order. */
  readonly releases: readonly ReleaseWithFiles[]
}

/** A new file of a version, which is created with its first file. */
export interface NewReleaseFile {
  readonly signed: SignedRelease
  readonly notes: string
  /** The ID of the upload, if the file is new. */
  readonly uploadId: string
}

export interface ReleaseStorage {
  /** Finds the releases of a project by its ID or by the name of its app. */
  findReleases(project: string): Promise<ProjectReleases | undefined>
  /**
   * Adds a file to a version. The same file can be added again, to resume its upload. A file that
   * is not whole is replaced by another one of its name.
   */
  addReleaseFile(
    projectId: string,
    file: NewReleaseFile,
    by: Origin,
  ): Promise<ReleaseFile | 'other-file' | 'release-withdrawn' | 'no-such-project'>
  findReleaseFile(projectId: string, uploadId: string): Promise<ReleaseFile | undefined>
  /** Makes a file visible. Its project has releases from now on. */
  endUpload(projectId: string, uploadId: string): Promise<void>
  /** Changes a release by a rule, which is pure. */
  changeRelease(
    projectId: string,
    version: string,
    change: (release: ReleaseWithFiles) => Release | ReleaseRefusal,
    by: Origin,
  ): Promise<ReleaseRefusal | 'changed' | 'no-such-release'>
  /** Changes the settings of releases by a rule, which is pure. */
  changeReleaseSettings(
    projectId: string,
    change: (settings: ReleaseSettings) => ReleaseSettings,
    by: Origin,
  ): Promise<ReleaseSettings>
  countDownload(uploadId: string): Promise<void>
  findLicenseOfAsker(projectId: string, key: string): Promise<License | undefined>
}
