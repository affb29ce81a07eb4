import { apt, isOnPath } from './linux.js'
import { Missing, say } from './missing.js'

/** What the tests of a package need of Debian and Ubuntu: program, and the package that has it. */
const TOOLS = Object.entries({
  // Presses keys as a person does: shipped apps let no other program drive them.
  xdotool: 'xdotool',
  // Takes a picture of the display.
  scrot: 'scrot',
  // A service with TLS, whose certificate the system trusts.
  openssl: 'openssl',
  certutil: 'libnss3-tools',
})

/** As root it installs what is missing, otherwise it names the command that does. */
export function ensurePackageTools() {
  const missing = TOOLS.filter(([program]) => !isOnPath(program)).map(([, name]) => name)
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    say(`Installing what the tests of a package need (${missing.join(', ')}) ...`)
    apt(['update'])
    apt(['install', '-y', '--no-install-recommends', ...missing])
    if (TOOLS.every(([program]) => isOnPath(program))) return
  }
  throw new Missing(
    `The tests of a package need what this system lacks. Run: sudo apt-get install -y ${missing.join(' ')}`,
  )
}
