import {
  confirmSignIn,
  connectIdentity,
  disconnectIdentity,
  finishSignIn,
  listIdentities,
  mailSignInLink,
  startSignIn,
} from '@mailstop/contract'
import { notFound } from '../../errors.ts'
import {
  dataRoute,
  doneRoute,
  redirectRoute,
  route,
  type Context,
  type Route,
} from '../../http/route.ts'
import type { Led, SignIn } from './sign-in.ts'

/** Where no issuer is configured, these answer as if they were not there. */
export function signInRoutes(signIn: SignIn | null): Route[] {
  const there = () => {
    if (signIn === null) throw notFound()
    return signIn
  }
  return [
    redirectRoute(startSignIn, async (query, context) =>
      follow(await there().start(query, context.client), context),
    ),
    redirectRoute(finishSignIn, async (query, context) => {
      const { actor, client, signIn: cookie } = context
      return follow(await there().finish(query, cookie.value, client, actor), context)
    }),
    route(confirmSignIn, async ({ body }, { actor, client, session, signIn: cookie }) => {
      const { begun, redirect } = await there().confirm(cookie.value, body, client, actor)
      session.begin(begun.token, begun.lifetimeMs)
      session.keepBrowser(begun.browser)
      cookie.end()
      return { message: 'Your sign-in is connected', redirect }
    }),
    route(mailSignInLink, async (_input, { client, signIn: cookie }) => ({
      message: await there().mailLink(cookie.value, client),
    })),
    dataRoute(listIdentities, async (_input, { actor }) => there().list(actor.userId)),
    route(connectIdentity, async ({ body }, { actor, client, signIn: cookie }) => {
      const { url, keep } = await there().connect(actor, body.password, client)
      cookie.keep(keep.value, keep.lifetimeMs)
      return { url }
    }),
    doneRoute(disconnectIdentity, 'Sign-in disconnected', async ({ params }, { actor }) =>
      there().disconnect(actor.userId, params.identity),
    ),
  ]
}

function follow(
  { to, keep, begun }: Led,
  { session, signIn }: Pick<Context<typeof finishSignIn>, 'session' | 'signIn'>,
): string {
  if (keep) signIn.keep(keep.value, keep.lifetimeMs)
  else signIn.end()
  if (begun) {
    session.begin(begun.token, begun.lifetimeMs)
    session.keepBrowser(begun.browser)
  }
  return to
}
