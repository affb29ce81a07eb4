import { randomBytes } from 'node:crypto'
import {
  ENDPOINTS,
  MOST_PART_BYTES,
  ReleaseDetails,
  ReleaseFileRecord,
  type UploadRecord,
} from '@latchkey/management'
import { MOST_ROTATIONS, updateFeedUrl } from '@latchkey/protocol'
import { definedFields } from '../core/fields.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { recordsOf } from '../core/http/records.ts'
import { isRefusal, type Refusal } from '../core/refusal.ts'
import { createId } from '../core/security/credentials.ts'
import type { ReleaseFolder } from './folder.ts'
import type { ReleaseParts } from './parts.ts'
import { refuse } from './refusals.ts'
import { changedRelease, MAIN_CHANNEL, type ReleaseFile, type ReleaseWithFiles } from './releases.ts'
import { compareVersions, isVersion } from './versions.ts'

const releaseRecord = recordsOf(ReleaseDetails)
const fileRecord = recordsOf(ReleaseFileRecord)

const toRecord = ({ files, ...release }: ReleaseWithFiles): ReleaseDetails =>
  releaseRecord({ ...release, files: files.map(toFileRecord) })

const toFileRecord = ({ signed, isWhole, downloads }: ReleaseFile): ReleaseFileRecord => {
  const { covered_since: coveredSince, is_security_fix: isSecurityFix, ...record } = signed
  return fileRecord({ ...record, coveredSince, isSecurityFix, isWhole, downloads })
}

/** Registers the management of releases, which is an addition to the interface. */
export function registerReleases(register: RegisterEndpoint, parts: ReleaseParts): void {
  const { storage, releaseFolder: folder, publicUrl } = parts

  register(ENDPOINTS.listReleases, async ({ project }) => {
    const found = await storage.findReleases(project.id)
    if (found === undefined) return refuse('no-such-project')
    const { feed, withoutLicense, leastVersion } = found.settings
    const settings = {
      feed,
      without_license: withoutLicense,
      least_version: leastVersion,
    }
    const releases = found.releases.toSorted((a, b) => compareVersions(b.version, a.version)).map(toRecord)
    const feed_url = updateFeedUrl(publicUrl(), project.appName, MAIN_CHANNEL)
    return { ...done('The releases of the project.'), releases, ...settings, feed_url }
  })

  /** Finds a file that is being uploaded, and the folder. */
  const findUpload = async (
    projectId: string,
    uploadId: string,
  ): Promise<{ folder: ReleaseFolder; file: ReleaseFile } | Refusal> => {
    const file = await storage.findReleaseFile(projectId, uploadId)
    if (file === undefined) return refuse('no-such-upload')
    return folder === undefined ? refuse('no-folder') : { folder, file }
  }

  const toUpload = async (
    { uploadId, signed, isWhole }: ReleaseFile,
    to: ReleaseFolder,
  ): Promise<UploadRecord> => ({
    ...done(isWhole ? 'The file is whole.' : 'The file is being uploaded.'),
    upload_id: uploadId,
    offset: isWhole ? signed.size : await to.offsetOf(uploadId, signed.size),
    is_whole: isWhole,
  })

  register(ENDPOINTS.addReleaseFile, async ({ project, body: { release: signed, notes = '' }, by }) => {
    if (folder === undefined) return refuse('no-folder')
    if (!isVersion(signed.version)) return refuse('no-semver')
    if (signed.project !== project.appName) return refuse('other-app')
    const uploadId = createId(randomBytes)
    const file = await storage.addReleaseFile(project.id, { signed, notes, uploadId }, by)
    if (typeof file === 'string') return refuse(file)
    const hasRoom = file.isWhole || (await folder.hasRoom(file.uploadId, signed.size))
    return hasRoom ? toUpload(file, folder) : refuse('disk-full')
  })

  register(
    ENDPOINTS.sendReleasePart,
    async ({ project, params, query: { offset }, bytes }) => {
      const found = await findUpload(project.id, params.upload_id)
      if (isRefusal(found)) return found
      const { signed, uploadId, isWhole } = found.file
      if (isWhole) return refuse('wrong-offset')
      const written = await found.folder.write(uploadId, offset, bytes, signed.size)
      return written === 'written' ? toUpload(found.file, found.folder) : refuse(written)
    },
    { bodyLimit: MOST_PART_BYTES },
  )

  register(ENDPOINTS.finishUpload, async ({ project, params }) => {
    const found = await findUpload(project.id, params.upload_id)
    if (isRefusal(found)) return found
    const { signed, uploadId } = found.file
    const finished = await found.folder.finish(uploadId, signed)
    if (finished !== 'whole') return refuse(finished)
    await storage.endUpload(project.id, uploadId)
    return toUpload({ ...found.file, isWhole: true }, found.folder)
  })

  register(ENDPOINTS.changeRelease, async ({ project, params: { version }, body, by }) => {
    const changed = await storage.changeRelease(
      project.id,
      version,
      (release) => changedRelease(release, body),
      by,
    )
    return changed === 'changed' ? done('The release was changed.') : refuse(changed)
  })

  register(ENDPOINTS.changeReleaseSettings, async ({ project, body, by }) => {
    const { feed, without_license, least_version } = body
    if (least_version && !isVersion(least_version)) return refuse('no-semver')
    const changes = definedFields({
      feed,
      withoutLicense: without_license,
      leastVersion: least_version,
    })
    await storage.changeReleaseSettings(project.id, (settings) => ({ ...settings, ...changes }), by)
    return done('The settings of releases were changed.')
  })

  register(ENDPOINTS.addReleaseKeyEnd, async ({ project, body, by }) => {
    if (body.project !== project.appName) return refuse('other-app')
    const { rotations } = await storage.changeReleaseSettings(
      project.id,
      (settings) => {
        const others = settings.rotations.filter(({ signature }) => signature !== body.signature)
        const more = others.length < MOST_ROTATIONS ? [body] : []
        return { ...settings, rotations: [...others, ...more] }
      },
      by,
    )
    const isAdded = rotations.some(({ signature }) => signature === body.signature)
    return isAdded ? done('Apps get the end of the key with their feed.') : refuse('too-many-keys')
  })
}
