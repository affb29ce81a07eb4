import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

type ServedFiles = Readonly<Record<string, string | Buffer | RequestListener>>

export interface UpdateFeed {
  readonly url: string
  /** The requests in order: their paths without queries, and their headers. */
  readonly asked: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /**
   * Serves these files from now on; all others are not found. A text that begins with `http` is a
   * redirect, and a function answers the request.
   */
  serve(files: ServedFiles): void
  readonly answer: RequestListener
  close(): Promise<void>
}

/** A folder on a web server of this machine. */
export async function startUpdateFeed(): Promise<UpdateFeed> {
  let served: ServedFiles = {}
  const asked: { path: string; headers: IncomingHttpHeaders }[] = []
  const answer: RequestListener = (request, response) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname.split('/').at(-1) ?? ''
    asked.push({ path, headers: request.headers })
    const content = served[path]
    if (typeof content === 'function') content(request, response)
    else if (content === undefined) response.writeHead(404).end()
    else if (String(content).startsWith('http')) response.writeHead(302, { location: String(content) }).end()
    else response.end(content)
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/updates/`,
    asked,
    serve(files) {
      served = files
    },
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
