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
  /** A certificate for what `subjectAltName` names: `IP:127.0.0.1`, `DNS:license.example`. */
  issue(subjectAltName: string, options?: { readonly isExpired?: boolean }): Promise<Certificate>
  /** The user whose home it is trusts this authority from now on, the way a company's own comes into a system. */
  beTrustedIn(homeDir: string): Promise<void>
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A certificate authority of its own, made with OpenSSL. It needs a folder to itself. */
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
      // Chromium on Linux reads the user's own authorities from here.
      const store = join(homeDir, '.pki', 'nssdb')
      await mkdir(store, { recursive: true })
      await run('certutil', ['-d', `sql:${store}`, '-N', '--empty-password'])
      await run('certutil', ['-d', `sql:${store}`, '-A', '-n', name, '-t', 'C,,', '-i', join(dir, 'ca.pem')])
    },
  }
}
