import { nameBelow } from '../rules/client.ts'

/** A session outside of a browser: keeps cookies from one request to the next, as a browser does. */
export type CookieSession = ReturnType<typeof createCookieSession>

type CookieSessionOptions = {
  /** Added to each request, such as headers that a proxy adds. */
  headers?: Record<string, string>
  fetch?: (url: URL, init: SentInit) => Promise<Response>
}

export type SentInit = { method: string; headers: Record<string, string>; body?: string }

/** `url` is that of the server, which may be below a path. */
export function createCookieSession(
  url: string,
  { headers = {}, fetch = withoutRedirects }: CookieSessionOptions = {},
) {
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/\/$/, '')
  // The server's own links have the path.
  const fullPath = (path: string) => (path.startsWith(`${base}/`) ? path : base + path)
  const cookies = new Map<string, string>()
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  return {
    cookies,
    /** The cookies as a request sends them. */
    header,
    csrfToken(): string | null {
      const token = cookies.get(nameBelow(base, 'XSRF-TOKEN'))
      return token === undefined ? null : decodeURIComponent(token)
    },
    async fetch(path: string, { headers: own, ...init }: SentInit): Promise<Response> {
      const sent = { ...headers, ...own, origin, cookie: header() }
      const response = await fetch(new URL(fullPath(path), origin), { ...init, headers: sent })
      for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie)
      return response
    },
  }
}

const withoutRedirects = (url: URL, init: SentInit) => fetch(url, { ...init, redirect: 'manual' })

function keep(cookies: Map<string, string>, setCookie: string): void {
  const [pair = '', ...attributes] = setCookie.split(';')
  const [name = '', ...value] = pair.split('=')
  const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
  if (isGone || value.join('=') === '') cookies.delete(name)
  else cookies.set(name, value.join('='))
}
