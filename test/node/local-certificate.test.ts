import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { nodePath, rootDir } from '../../tools/set-up/places.js'
import { listen, refusedPort } from '../support/listen.ts'
import { until } from '../support/until.ts'

/** Requests an answer over TLS, which is accepted only with this certificate. */
const askFor = (port: number, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: 'localhost', port, path: '/sync', ca, agent: false }, (answer) => {
      answer.on('data', (text) => resolve(String(text)))
    })
    asked.on('error', reject)
    asked.end()
  })

test.skipIf(process.platform === 'win32')(
  'the certificate and the server of the guide are TLS in front of a service on this computer',
  async () => {
    const guide = await readFile(join(rootDir, 'docs/guides/ship-it.md'), 'utf8')
    const [, command = ''] = /^```sh\n(openssl .*?)^```/ms.exec(guide) ?? []
    const [, script = ''] = /^```js\n(\/\/ local-tls\.mjs\n.*?)^```/ms.exec(guide) ?? []
    const dir = await mkdtemp(join(tmpdir(), 'latchkey-certificate-'))
    onTestFinished(() => rm(dir, { recursive: true }))
    await promisify(execFile)('sh', ['-ec', command], { cwd: dir })
    const service = await listen(createServer((_request, response) => response.end('a node list')))
    onTestFinished(service.close)
    const port = await refusedPort()
    const own = script.replace('8080', String(service.port)).replace('8443', String(port))
    await writeFile(join(dir, 'local-tls.mjs'), own)
    const front = spawn(nodePath, ['local-tls.mjs'], { cwd: dir, stdio: 'inherit' })
    onTestFinished(() => void front.kill())
    const certificate = await readFile(join(dir, 'localhost.pem'), 'utf8')
    await until('the server answers', () =>
      askFor(port, certificate).then(
        () => true,
        () => false,
      ),
    )
    expect(await askFor(port, certificate)).toBe('a node list')
  },
)
