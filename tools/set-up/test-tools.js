import { apt, isOnPath } from './linux.js'
import { log, SetupError } from './setup-error.js'

/** Programs that some tests need, and the package of Debian and Ubuntu that has each. */
const PACKAGES = {
  // Presses keys as a person does: shipped apps let no other program drive them.
  xdotool: 'xdotool',
  // Takes a picture of the display.
  scrot: 'scrot',
  // A service with TLS, whose certificate the system trusts.
  openssl: 'openssl',
  certutil: 'libnss3-tools',
}

/**
 * As root it installs what is missing, otherwise it names the command that does.
 * @param {readonly (keyof typeof PACKAGES)[]} programs
 */
export function ensureTestTools(programs) {
  const isThere = () => programs.every(isOnPath)
  if (isThere()) return
  const missing = programs.filter((program) => !isOnPath(program))
  const names = missing.map((program) => PACKAGES[program])
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    log(`Installing what some tests need (${names.join(', ')}) ...`)
    apt(['update'])
    apt(['install', '-y', '--no-install-recommends', ...names])
    if (isThere()) return
  }
  throw new SetupError(
    `Some tests need ${missing.join(' and ')}, which this system lacks. Run: sudo apt-get install -y ${names.join(' ')}`,
  )
}
