import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface Authority {
  readonly name: string
  /**
   * Issues a certificate for this `subjectAltName`, such as `IP:127.0.0.1` or
   * `DNS:license.example`.
   */
  issue(subjectAltName: string, options?: { readonly isExpired?: boolean }): Promise<Certificate>
  /**
   * Makes the user with this home trust the authority from now on, as on the computers of a company
   * with its own authority.
   */
  beTrustedIn(homeDir: string): Promise<void>
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes a certificate authority with OpenSSL. It needs a folder of its own. */
export async function createAuthority(dir: string, name: string): Promise<Authority> {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: dir })
  const read = (file: string) => readFile(join(dir, file), 'utf8')
  let issued = 0

  await mkdir(dir, { recursive: true })
  const subject = ['-subj', `/CN=${name}`, '-addext', 'keyUsage=critical,keyCertSign']
  await openssl('req', '-x509', ...KEY, '-keyout', 'ca.key', '-days', '2', '-out', 'ca.pem', ...subject)

  return {
    name,
    async issue(subjectAltName, { isExpired = false } = {}) {
      const file = `server-${++issued}`
      await writeFile(join(dir, `${file}.names`), `subjectAltName=${subjectAltName}\n`)
      await openssl('req', ...KEY, '-keyout', `${file}.key`, '-subj', '/CN=server', '-out', `${file}.csr`)
      const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${file}.names`]
      const days = ['-days', isExpired ? '-1' : '2']
      await openssl('x509', '-req', '-in', `${file}.csr`, '-out', `${file}.pem`, ...days, ...signing)
      return { key: await read(`${file}.key`), cert: await read(`${file}.pem`) }
    },
    async beTrustedIn(homeDir) {
      // Chromium on Linux reads the user's authorities from this store.
      const store = join(homeDir, '.pki', 'nssdb')
      await mkdir(store, { recursive: true })
      await run('certutil', ['-d', `sql:${store}`, '-N', '--empty-password'])
      await run('certutil', ['-d', `sql:${store}`, '-A', '-n', name, '-t', 'C,,', '-i', join(dir, 'ca.pem')])
    },
  }
}
