import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endGroup, startGroup } from '../../packages/electron-tools/src/development/processes.ts'
import { isOnPath } from '../../tools/set-up/linux.js'

const PROGRAMS = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon']

/**
 * Whether the test can start a keyring: GNOME's, of Debian's packages gnome-keyring, libsecret-1-0
 * and dbus.
 */
export const canStartKeyring = process.platform === 'linux' && PROGRAMS.every((program) => isOnPath(program))

export interface KeyringUnderTest {
  /**
   * The address of the keyring, and the switch that makes Chromium use it on any desktop. For
   * `launchApp`.
   */
  readonly env: Record<string, string>
  readonly args: readonly string[]
  close(): Promise<void>
}

/**
 * Starts an unlocked keyring and prints the address of its bus. Both end when standard input
 * closes.
 */
const SESSION = `
printf 'a password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null &&
dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \\
  org.freedesktop.Secret.Service.ReadAlias string:default | grep -q collection/login &&
echo "$DBUS_SESSION_BUS_ADDRESS" && exec cat >/dev/null`

/**
 * Starts what a desktop starts at a login: a message bus with a keyring. Both end with the test.
 */
export async function startKeyring(): Promise<KeyringUnderTest> {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-keyring-'))
  const runtimeDir = join(dir, 'run')
  await mkdir(runtimeDir, { mode: 0o700 })
  // A bus accepts only the user who owns it. Under root, the app runs as another user
  // (tools/set-up/launcher.js).
  const asAppUser =
    process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] : []
  const [command = '', ...args] = [...asAppUser, 'dbus-run-session', '--', 'sh', '-c', SESSION]
  const session = startGroup(command, args, {
    env: { ...process.env, XDG_RUNTIME_DIR: runtimeDir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const close = async () => {
    await endGroup(session)
    await rm(dir, { recursive: true, force: true })
  }
  const ended = once(session, 'exit').then(() => undefined)
  const address = await Promise.race([firstLine(session.stdout), ended])
  if (address === undefined) {
    await close()
    throw new Error('No keyring came up on a bus of its own.')
  }
  return { env: { DBUS_SESSION_BUS_ADDRESS: address }, args: ['--password-store=gnome-libsecret'], close }
}

async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string | undefined> {
  let text = ''
  for await (const chunk of stream ?? []) {
    text += String(chunk)
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  return undefined
}
