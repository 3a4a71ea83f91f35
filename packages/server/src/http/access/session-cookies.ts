import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSerializeOptions } from '@fastify/cookie'
import { nameBelow } from '@mailstop/contract'
import { randomToken, sha256Hex } from '../../lib/secrets/tokens.ts'
import type { Csrf } from './csrf.ts'

/** How long after its last login a browser remembers that it had one. */
const browserLifetimeSeconds = 90 * 24 * 60 * 60

/**
 * The five cookies, whose names and paths have the path of PUBLIC_URL: the session (script cannot read it), a visitor id for signed-out users, a token by which an
 * account knows a browser that its owner has used, a sign-in that is under way at an issuer, and XSRF-TOKEN, which our own script reads and returns as the
 * header X-XSRF-TOKEN. The token is bound to the session or the visitor id, whichever the browser holds, so it is
 * renewed when that changes.
 */
export type SessionCookies = ReturnType<typeof createSessionCookies>

export type CookieJar = Record<string, string | undefined>

type CookieOptions = {
  secure: boolean
  /** The path of PUBLIC_URL, without a slash at its end. */
  basePath?: string
  csrf: Csrf
}

export function createSessionCookies({ secure, basePath = '', csrf }: CookieOptions) {
  // These make browsers refuse such a cookie over plain HTTP and, without a path, from a sibling domain.
  const securePrefix = basePath === '' ? '__Host-' : '__Secure-'
  const nameOf = (name: string) => nameBelow(basePath, (secure ? securePrefix : '') + name)
  const names = {
    session: nameOf('mailstop_session'),
    visitor: nameOf('mailstop_visitor'),
    browser: nameOf('mailstop_browser'),
    signIn: nameOf('mailstop_sign_in'),
    csrf: nameBelow(basePath, 'XSRF-TOKEN'),
  }
  const path = basePath || '/'
  const readable: CookieSerializeOptions = { path, sameSite: 'lax', secure }
  const hidden: CookieSerializeOptions = { ...readable, httpOnly: true }

  const sessionToken = (jar: CookieJar) => jar[names.session] || null

  function bindingOf(jar: CookieJar): string | null {
    const token = sessionToken(jar)
    if (token) return `session:${sha256Hex(token)}`
    return jar[names.visitor] ? `visitor:${jar[names.visitor]}` : null
  }

  const setCsrf = (reply: FastifyReply, binding: string) =>
    reply.setCookie(names.csrf, csrf.issue(binding), readable)

  function setCsrfForNewVisitor(reply: FastifyReply): void {
    const visitor = randomToken()
    reply.setCookie(names.visitor, visitor, hidden)
    setCsrf(reply, `visitor:${visitor}`)
  }

  function renewCsrf(request: FastifyRequest, reply: FastifyReply): void {
    const binding = bindingOf(request.cookies)
    if (binding) setCsrf(reply, binding)
    else setCsrfForNewVisitor(reply)
  }

  return {
    sessionToken,
    renewCsrf,
    /** Whether the request returns a token that was made for its own session or visitor. */
    csrfReturned(request: FastifyRequest): boolean {
      const binding = bindingOf(request.cookies)
      const header = request.headers['x-xsrf-token']
      return binding !== null && typeof header === 'string' && csrf.accepts(header, binding)
    },
    /** Renews a cookie that was lost or belongs to an earlier session, which would fail the next unsafe request. */
    renewCsrfIfStale(request: FastifyRequest, reply: FastifyReply): void {
      const binding = bindingOf(request.cookies)
      if (binding && csrf.accepts(request.cookies[names.csrf], binding)) return
      renewCsrf(request, reply)
    },
    begin(reply: FastifyReply, token: string, lifetimeMs: number | null): void {
      const maxAge = lifetimeMs === null ? {} : { maxAge: Math.floor(lifetimeMs / 1000) }
      reply.setCookie(names.session, token, { ...hidden, ...maxAge })
      setCsrf(reply, `session:${sha256Hex(token)}`)
    },
    browserToken: (jar: CookieJar): string | null => jar[names.browser] || null,
    keepBrowser(reply: FastifyReply, token: string): void {
      reply.setCookie(names.browser, token, { ...hidden, maxAge: browserLifetimeSeconds })
    },
    signIn: (jar: CookieJar): string | null => jar[names.signIn] || null,
    keepSignIn(reply: FastifyReply, value: string, lifetimeMs: number): void {
      reply.setCookie(names.signIn, value, { ...hidden, maxAge: Math.floor(lifetimeMs / 1_000) })
    },
    endSignIn(reply: FastifyReply): void {
      reply.clearCookie(names.signIn, hidden)
    },
    end(reply: FastifyReply): void {
      reply.clearCookie(names.session, hidden)
      setCsrfForNewVisitor(reply)
    },
  }
}
