import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const apiPath = /^\/(api|sanctum|files|build|metrics|livez|readyz|socket\.io)(\/|$)/

/** Files under /build/; those in `assets/` carry a hash of their contents in their name. */
export function serveBuild(fastify: FastifyInstance, webRoot: string): void {
  fastify.register(fastifyStatic, {
    root: webRoot,
    prefix: '/build/',
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // A build also has its files compressed.
    preCompressed: true,
    allowedPath: (path) => path !== '/index.html',
    setHeaders(reply, path) {
      const hashed = /[/\\]assets[/\\]/.test(path)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

export const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Whether a browser is opening a page: any path outside the API, by the app's own router. */
export function isPageRequest(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? ''
  const { accept } = request.headers
  // Scripts and images accept */* among others; a command line client accepts it alone.
  const takesHtml = accept === undefined || accept === '*/*' || accept.includes('text/html')
  return isRead(request) && takesHtml && !apiPath.test(path)
}

export function sendPage(reply: FastifyReply, webRoot: string): FastifyReply {
  reply.header('cache-control', 'no-cache')
  return reply.sendFile('index.html', webRoot, { cacheControl: false })
}
