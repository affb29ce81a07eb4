import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test, vi } from 'vitest'
import { loaderText } from './loader.ts'

const DBUS = '/var/lib/dbus/machine-id'
const ETC = '/etc/machine-id'
const PROJECT = 'project'

/** The device ID that a loader sends from a Linux computer with these files. */
async function deviceIdWith(files: Readonly<Record<string, string>>): Promise<string> {
  const text = loaderText({
    scriptName: 'script',
    serviceUrl: 'https://license.example/',
    scriptId: 'id',
    projectId: PROJECT,
    isV4: false,
  })
  const real = createRequire(import.meta.url)
  const require = (name: string): unknown => {
    if (name !== 'node:fs') return real(name)
    return {
      readFileSync(path: string) {
        const content = files[path]
        if (content === undefined) throw new Error(`ENOENT: ${path}`)
        return content
      },
    }
  }
  const sent: { hwid: string }[] = []
  const fetch = async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ code: 'KEY_INCORRECT', message: 'Stop here.' })
  }
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
  const module = { exports: Promise.resolve() }
  // A loader uses the `fetch` of Node, even if its program replaces the global.
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('script_hwid', undefined)
  new Function('module', 'require', text)(module, Object.assign(require, { main: {} }))
  await expect(module.exports).rejects.toThrow('Stop here.')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  return sent[0]?.hwid ?? ''
}

const idOf = (installation: string): string =>
  createHash('sha256').update(`${PROJECT} ${installation}`).digest('hex')

// systeminformation, by which the app reads the ID, uses the same order.
test.each([
  ['both files', { [DBUS]: 'dbus\n', [ETC]: 'etc\n' }, 'dbus'],
  ['the file of systemd alone', { [ETC]: 'etc\n' }, 'etc'],
  ['the file of D-Bus alone', { [DBUS]: 'dbus\n' }, 'dbus'],
  ['an empty file of D-Bus', { [DBUS]: '\n', [ETC]: 'etc\n' }, 'etc'],
])('a Linux computer with %s has the installation ID that the app takes', async (_name, files, id) => {
  expect(await deviceIdWith(files)).toBe(idOf(id))
})
