import { installSystemPackages, isOnPath } from './linux.js'

/** Programs that some tests need, and their packages on Debian and Ubuntu. */
const PACKAGES = {
  // Simulates key presses: Playwright cannot control packaged apps.
  xdotool: 'xdotool',
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
  const missing = programs.filter((program) => !isOnPath(program))
  if (missing.length === 0) return
  const names = missing.map((program) => PACKAGES[program])
  installSystemPackages(`Some tests need ${missing.join(' and ')}, which is not installed`, () => names)
}
