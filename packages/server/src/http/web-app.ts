import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const apiPath = /^\/(api|sanctum|files|build|metrics|livez|readyz|socket\.io)(\/|$)/

/** What tells this installation apart from others; `color` is that of its label, as `#rrggbb`. */
export type Instance = { name: string; color: string | null }

/** How people sign in where they do not only have passwords: the page names the button before it asks anything. */
export type PageSignIn = { name: string; passwords: boolean }

/** Files under /build/; those in `assets/` carry a hash of their contents in their name. */
export function serveBuild(fastify: FastifyInstance, webRoot: string, shown: Shown): void {
  if (shown.instance || shown.basePath !== '') serveManifest(fastify, webRoot, shown)
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

/** What an installation has of its own: its name, and the path below which it is. */
type Shown = { instance: Instance | null; basePath: string }

/**
 * Sends the page of the app, which bears the name and the colour of the installation, and says how people sign in and
 * below which path it is.
 */
export function createPage(
  webRoot: string,
  { instance, signIn, basePath }: Shown & { signIn: PageSignIn | null },
) {
  const attributes = {
    ...(basePath !== '' && { 'data-base': basePath }),
    ...(instance && { 'data-instance': instance.name }),
    ...(instance?.color && { 'data-instance-color': instance.color }),
    ...(signIn && { 'data-sign-in': signIn.name }),
    ...(signIn?.passwords === false && { 'data-passwords': 'off' }),
  }
  const written = Object.entries(attributes).map(([name, text]) => ` ${name}="${escaped(text)}"`)
  const title = instance ? `${escaped(instance.name)} · ` : ''
  return async (reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-cache')
    if (written.length === 0) return reply.sendFile('index.html', webRoot, { cacheControl: false })
    const page = await readFile(join(webRoot, 'index.html'), 'utf8')
    return reply.type('text/html; charset=utf-8').send(
      page
        // A function, since a name may have a `$`.
        .replace('<html', () => `<html${written.join('')}`)
        .replaceAll('="/build/', () => `="${basePath}/build/`)
        .replace('<title>', () => `<title>${title}`),
    )
  }
}
export type SendPage = ReturnType<typeof createPage>

const escaped = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

/** An installed app bears the name of the installation as well, and begins below its path. */
function serveManifest(
  fastify: FastifyInstance,
  webRoot: string,
  { instance, basePath }: Shown,
): void {
  fastify.get('/build/manifest.webmanifest', async (_request, reply) => {
    const manifest = JSON.parse(await readFile(join(webRoot, 'manifest.webmanifest'), 'utf8'))
    reply.header('cache-control', 'no-cache').type('application/manifest+json')
    return JSON.stringify({
      ...manifest,
      id: basePath + manifest.id,
      start_url: basePath + manifest.start_url,
      scope: basePath + manifest.scope,
      ...(instance && {
        name: `${instance.name} · ${manifest.name}`,
        short_name: instance.name,
      }),
      ...(instance?.color && { theme_color: instance.color }),
    })
  })
}
