import { COMMON, refusals } from '../core/refusal.ts'

export const refuse = refusals({
  ...COMMON,
  'disk-full': [
    507,
    'The disk of the service is full. Free some of it, then publish again: it goes on where it stopped.',
    { code: 'DISK_FULL' },
  ],
  'file-not-whole': [
    503,
    'This file is not whole on the disk of the service. Ask its owner to publish a new version.',
    { code: 'FILE_NOT_WHOLE' },
  ],
  'half-upload': [
    409,
    'Not all bytes have arrived. Publish again: it goes on where it stopped.',
    { code: 'HALF_UPLOAD' },
  ],
  'no-folder': [
    503,
    'This service has no folder for releases. Start it with --releases DIR.',
    { code: 'NO_FOLDER' },
  ],
  'no-semver': [
    400,
    'The version must be SemVer, such as 1.2.0 or 2.0.0-beta.1. Change it in package.json, and build again.',
    { code: 'NO_SEMVER' },
  ],
  'no-such-channel': [
    404,
    'There is no such feed. A channel has lower-case letters, digits and hyphens.',
    { code: 'NO_SUCH_CHANNEL' },
  ],
  'no-such-file': [404, 'There is no such file, or it is not offered to this app.', { code: 'NO_SUCH_FILE' }],
  'no-such-release': [
    404,
    'The project has no release of this version. Publish it first.',
    { code: 'NO_SUCH_RELEASE' },
  ],
  'no-such-upload': [404, 'The project has no such upload. Publish again.', { code: 'NO_SUCH_UPLOAD' }],
  'not-covered': [403, 'The license does not cover this version.', { code: 'NOT_COVERED' }],
  'other-app': [
    400,
    'This was signed for another app. Build and sign it with the app name of this project.',
    { code: 'OTHER_APP' },
  ],
  'other-file': [
    409,
    'This version already has another file of this name, and there cannot be two releases of one version. Raise the version in package.json, and build again.',
    { code: 'OTHER_FILE' },
  ],
  'other-hash': [
    400,
    'The file that arrived has another SHA-512 than the one that was signed. Nothing of it was kept. Publish again.',
    { code: 'OTHER_HASH' },
  ],
  'range-not-satisfiable': [416, 'The file has no such bytes.', { code: 'RANGE_NOT_SATISFIABLE' }],
  'release-withdrawn': [
    409,
    'This version was withdrawn, and is never offered again. Publish a higher version.',
    { code: 'RELEASE_WITHDRAWN' },
  ],
  'token-expired': [
    401,
    'The token for updates has expired. Request a new one.',
    { code: 'UPDATE_TOKEN_EXPIRED' },
  ],
  'token-wrong': [
    401,
    'The token is none of this app on this device. Check the license key again.',
    { code: 'UPDATE_TOKEN_WRONG' },
  ],
  'too-long': [413, 'These are more bytes than the size of the file. Publish again.', { code: 'TOO_LONG' }],
  'too-many-keys': [409, 'Apps read no more ends of keys than this project has.', { code: 'TOO_MANY_KEYS' }],
  'wrong-offset': [
    409,
    'Earlier bytes are missing. Publish again: it goes on where it stopped.',
    { code: 'WRONG_OFFSET' },
  ],
})
