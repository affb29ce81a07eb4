import { join } from 'node:path'
import { UsageError } from '@latchkey/command-line'
import { formatPublicKeys, parsePublicKeys, signRotation } from '@latchkey/protocol'
import { defineCommand } from '../command-line/command.ts'
import { createKeyFile, readKeyFile } from '../releases/key-files.ts'

const FIRST_KEY_FILE = 'release-key.pem'
const OFFLINE_KEY_FILE = 'release-key-offline.pem'

const keys = defineCommand({
  name: 'releases keys',
  summary: 'Makes the two keys that sign releases, and prints the setting of the app.',
  description:
    'The keys stay with you: the service never has them, so nobody who takes it over can release a version of your app. Keep the second file offline, on a stick in a drawer. It replaces the first key if that is lost or stolen.',
  needs: 'no-service',
  options: { dir: { value: 'DIR', help: 'Where to write them.', fallback: '.' } },
  notes: 'The passphrase of both files is read from LATCHKEY_RELEASE_PASSPHRASE or a prompt.',
  async run({ output, readPassphrase }, { dir }) {
    const paths = [join(dir, FIRST_KEY_FILE), join(dir, OFFLINE_KEY_FILE)] as const
    const passphrase = await readPassphrase()
    const first = await createKeyFile(paths[0], passphrase)
    const second = await createKeyFile(paths[1], passphrase)
    const setting = formatPublicKeys([first, second])
    output.show({ release_keys: setting, files: paths }, [`LATCHKEY_RELEASE_KEYS=${setting}`])
    output.notify(`${paths[0]} signs releases. Keep ${paths[1]} offline. Never commit either of them.`)
  },
})

const replace = defineCommand({
  name: 'releases replace-key <FILE>',
  summary: 'Makes a new first key in the place of one that was lost or stolen.',
  description:
    'FILE is the second key, which you keep offline. It signs the end of the first key. Installed apps accept no release of that key any more as soon as they have read a feed with the new one.',
  needs: 'no-service',
  options: {
    app: { value: 'NAME', help: 'The name of the app, as in LATCHKEY_APP_NAME.', isRequired: true },
    keys: { value: 'ID=KEY,ID=KEY', help: 'LATCHKEY_RELEASE_KEYS of the app until now.', isRequired: true },
    new: { value: 'FILE', help: 'Where to write the new key.', isRequired: true },
  },
  async run({ output, readPassphrase }, { app: project, keys: until, new: path }, [secondPath = '']) {
    const [ended, secondId] = [...(parsePublicKeys(until)?.keys() ?? [])]
    if (ended === undefined) throw new UsageError('--keys must be the setting LATCHKEY_RELEASE_KEYS.')
    const passphrase = await readPassphrase()
    const second = await readKeyFile(secondPath, passphrase)
    if (second.keyId !== secondId)
      throw new UsageError(`${secondPath} is not the second key of this setting.`)
    const successor = await createKeyFile(path, passphrase)
    const rotation = signRotation({ project, ended }, successor, second)
    const setting = formatPublicKeys([successor, second])
    output.show({ release_keys: setting, rotation }, [
      `LATCHKEY_RELEASE_KEYS=${setting}`,
      JSON.stringify(rotation),
    ])
    output.notify(
      `${path} signs releases from now on. The last line is for the feed: installed apps need it.`,
    )
  },
})

export const RELEASE_KEY_COMMANDS = [keys, replace]
