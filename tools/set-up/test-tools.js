import { apt, isOnPath } from './linux.js'
import { log, SetupError } from './setup-error.js'

/** Programs that some tests need, and their packages on Debian and Ubuntu. */
const PACKAGES = {
  // Simulates key presses: Playwright cannot control packaged apps.
  xdotool: 'xdotool',
  // Takes screenshots.
  scrot: 'scrot',
  // Create a TLS certificate that the system trusts.
  openssl: 'openssl',
  certutil: 'libnss3-tools',
}

/**
 * Installs missing programs as root. Otherwise throws an error with the command to run.
 * @param {readonly (keyof typeof PACKAGES)[]} programs
 */
export function ensureTestTools(programs) {
  const areInstalled = () => programs.every(isOnPath)
  if (areInstalled()) return
  const missing = programs.filter((program) => !isOnPath(program))
  const names = missing.map((program) => PACKAGES[program])
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    log(`Installing programs for some tests (${names.join(', ')}) ...`)
    apt(['update'])
    apt(['install', '-y', '--no-install-recommends', ...names])
    if (areInstalled()) return
  }
  throw new SetupError(
    `Some tests need ${missing.join(' and ')}, which is not installed. Run: sudo apt-get install -y ${names.join(' ')}`,
  )
}
