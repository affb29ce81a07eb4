import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../core/http/module.ts'
import { pageHeaders } from '../core/http/own-page.ts'
import { refuse, refuseBy, sendRefusal } from '../core/http/refusals.ts'
import { limitAddressBy } from '../core/security/access.ts'
import { languageOf } from '../mail/language.ts'
import { fillPage, readPageFiles } from './page-files.ts'
import type { MyParts } from './parts.ts'

// SECURITY: nothing is inline but the logo.
const HEADERS = pageHeaders({
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': 'data:',
  'connect-src': "'self'",
})
const FOR_EVER = 'public, max-age=31536000, immutable'
const NOT_BUILT = 'The page of customers is not built. In the repository: npm run pages\n'

type OfProject = { Params: { project_id: string } }

/** Registers the page of the customers of each project. */
export function registerMyPages({ app }: Api, parts: MyParts): void {
  const { storage, customerPageDir, requestLimit } = parts
  const limited = { onRequest: refuseBy(limitAddressBy(requestLimit)) }
  const files = readPageFiles(customerPageDir)
  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(request, reply, refuse('no-such-address'))
  const findPage = async (projectId: string) => {
    const page = await storage.findMyPage(projectId)
    return page?.settings.isOn ? page.settings : undefined
  }

  app.get<{ Params: { file: string } }>('/my/assets/:file', limited, (request, reply) => {
    const file = files?.assets.get(request.params.file)
    if (file === undefined) return missing(request, reply)
    const { type, content, compressed } = file
    void reply.headers({ ...HEADERS, 'cache-control': FOR_EVER, vary: 'accept-encoding' }).type(type)
    const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding']))
    if (compressed === undefined || !takesBrotli) return reply.send(content)
    return reply.header('content-encoding', 'br').send(compressed)
  })

  app.get<OfProject>('/my/:project_id/', limited, async (request, reply) => {
    const { project_id } = request.params
    const page = await findPage(project_id)
    const found = page && (await storage.findMailSettings(project_id))
    if (page === undefined || found === undefined) return missing(request, reply)
    if (files === undefined) return reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const { color, logo, support, appLink: app_link } = found.settings
    const language = languageOf(request.headers['accept-language'], found.settings.language)
    const look = { project: found.project, color, logo, support, app_link, language }
    const html = fillPage(files.html, { project_id, ...look, may: page.may })
    return reply.headers(HEADERS).type('text/html; charset=utf-8').send(html)
  })

  // SECURITY: relative addresses, made only of the ID of a project that exists.
  app.get<OfProject>('/my/:project_id', limited, async (request, reply) => {
    const { project_id } = request.params
    const page = await findPage(project_id)
    return page === undefined ? missing(request, reply) : reply.redirect(`${encodeURIComponent(project_id)}/`)
  })
  for (const [path, start] of [
    ['/my', 'my/'],
    ['/my/', ''],
  ] as const) {
    app.get(path, limited, async (request, reply) => {
      const only = await storage.findOnlyPage()
      if (only === undefined) return missing(request, reply)
      return reply.redirect(`${start}${encodeURIComponent(only)}/`)
    })
  }
}
