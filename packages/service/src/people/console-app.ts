import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBareApp, registerManagement } from '../core/http/app.ts'
import { createRegister } from '../core/http/endpoint.ts'
import type { Module } from '../core/http/module.ts'
import { pageHeaders } from '../core/http/own-page.ts'
import { refuseBy } from '../core/http/refusals.ts'
import { connectionOf } from '../core/operations/routes.ts'
import type { Refusal } from '../core/refusal.ts'
import { confirm } from './confirm.ts'
import { createConsoleGuards, createSessionCookie } from './console-access.ts'
import { createConsoleSessions } from './console-sessions.ts'
import type { ConsoleParts } from './parts.ts'
import { createPasswords } from './passwords.ts'
import { refuse } from './refusals.ts'
import { registerService } from './service-routes.ts'
import { registerConsole } from './sign-in-routes.ts'

// SECURITY: the page loads its own files and calls its own origin. Inline are only images, and the
// styles of previews, by their hashes: a frame without an origin has the policy of the page.
const headersWith = (previewStyles: readonly string[]) =>
  pageHeaders({
    'script-src': "'self'",
    'style-src': ["'self'", ...previewStyles.map((style) => `'sha256-${sha256(style)}'`)].join(' '),
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
  })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/**
 * The console: its page, its sign-in, and the management API with a session. It is another instance
 * of Fastify than the API, so that an API key opens nothing here, and a session opens nothing
 * there.
 */
export function createConsoleApp<Parts extends ConsoleParts>(
  modules: readonly Module<Parts>[],
  parts: Parts,
): FastifyInstance {
  const { consoleKey, origins, requestLimit, storage, settings } = parts
  const { publicUrl, requirePassword } = settings.console ?? {}
  const isPublic = publicUrl !== undefined
  const app = createBareApp(parts)
  const headers = headersWith(modules.flatMap(({ previewStyle = [] }) => previewStyle))
  app.addHook('onRequest', (_request, reply, next) => {
    void reply.headers(headers)
    // SECURITY: a browser that has been here once does not use the same name over http.
    if (isPublic) void reply.header('strict-transport-security', `max-age=${A_YEAR_SECONDS}`)
    next()
  })
  app.addHook('onRequest', refuseBy(createOriginCheck(origins)))
  void app.register(fastifyCookie)

  const sessions = createConsoleSessions(consoleKey, storage)
  const cookie = createSessionCookie(() => cookieName(consoleKey, origins()), isPublic)
  const setUp = { password: requirePassword ?? true, totp: isPublic }
  const guardOf = createConsoleGuards({ sessions, requestLimit, setUp, cookie })
  const register = createRegister(app, guardOf, storage)
  const passwords = createPasswords()
  registerConsole(register, { ...parts, sessions, cookie, setUp, passwords })
  registerManagement(register, modules, parts)
  for (const module of modules) {
    module.console?.(register, parts, (person, given, now) =>
      confirm({ ...parts, passwords }, person, given, now),
    )
  }
  registerService(register, parts)
  // `doctor` reads this to find a proxy that leads to another server.
  app.get('/connection', (request) => ({ ...connectionOf(request, parts.nodeId), console: true }))
  registerPage(app, settings.console?.pageDir ?? PAGE_DIRS.find(hasPage))
  return app
}

/**
 * The name of the cookie. Consoles on one machine share the cookies of its address, so each has its
 * own name.
 */
const cookieName = (key: Uint8Array, [origin = '']: readonly string[]): string =>
  `latchkey-${createHash('sha256').update(key).update(origin).digest('hex').slice(0, 8)}`

/**
 * SECURITY: a host name that an attacker has pointed to this address is refused, so its pages
 * cannot read answers (DNS rebinding). A change must come from a page of the console itself, with
 * the same port: for browsers all ports of a host are the same site.
 */
const createOriginCheck =
  (origins: () => readonly string[]) =>
  ({ method, headers }: FastifyRequest): Refusal | undefined => {
    const origin = origins().find((one) => new URL(one).host === headers.host)
    if (origin === undefined) return refuse('unknown-host')
    const isReading = method === 'GET' || method === 'HEAD'
    if (!isReading && headers.origin !== origin) return refuse('foreign-origin')
    const site = headers['sec-fetch-site']
    // People may open the page from any site, but nothing else.
    const isOwn = site === undefined || site === 'same-origin' || site === 'none'
    const isOpeningPage = isReading && headers['sec-fetch-mode'] === 'navigate'
    return isOwn || isOpeningPage ? undefined : refuse('foreign-origin')
  }

/**
 * The folder of the page: beside this file in the published package, otherwise where Vite builds
 * it.
 */
const PAGE_DIRS = ['../console-page', '../../../console/dist'].map((path) => join(import.meta.dirname, path))
const hasPage = (dir: string): boolean => existsSync(join(dir, 'index.html'))

/**
 * Serves the files of the page. Each file that exists at the start has a route, so no path leads to
 * another file. The page has the addresses of its own pages behind `#`.
 */
function registerPage(app: FastifyInstance, root: string | undefined): void {
  if (root === undefined) {
    app.get('/', (_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT))
    return
  }
  void app.register(fastifyStatic, {
    root,
    wildcard: false,
    redirect: false,
    dotfiles: 'deny',
    // The build writes a `.br` beside each file.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Vite puts the hash of a file into its name.
      const isHashed = path.includes(`${sep}assets${sep}`)
      void reply.header(
        'cache-control',
        isHashed ? `public, max-age=${A_YEAR_SECONDS}, immutable` : 'no-cache',
      )
    },
  })
}

const A_YEAR_SECONDS = 31_536_000
const NOT_BUILT = 'The page of the console is not built. In the repository: npm run pages\n'
