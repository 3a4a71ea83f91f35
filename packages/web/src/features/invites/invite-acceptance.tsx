import { acceptInvite, type EndpointReply } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { entryState } from '../../lib/paths/invitation.ts'
import { paths } from '../../lib/paths/paths.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { withQuery } from '../../lib/paths/with-query.ts'
import { sameAddress } from '../../lib/same-address.ts'
import { useDelayedRedirect } from '../../lib/paths/use-delayed-redirect.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { Spinner } from '../../ui/pages/spinner.tsx'

type InviteAcceptanceProps = {
  token: string
  /** The address of who is signed in, if anybody is. */
  signedInAs: string | null
  /** The team that the link is for, joined already or about to be: it is the one to go on with. */
  onTeam: (team: number) => void
  /** Awaited before the redirect to the inbox. */
  onJoined: () => Promise<void>
}

/** Posts the token of a mailed link, and leads on to where its reader can go from here. */
export function InviteAcceptance({ token, signedInAs, onTeam, onJoined }: InviteAcceptanceProps) {
  const navigate = useNavigate()
  // A query rather than a mutation: it is keyed by the token, so a link is posted once however often
  // this is rendered.
  const acceptance = useQuery({
    queryKey: queryKeys.mailedLink(acceptInvite.path, token),
    queryFn: async () => {
      const reply = await call(acceptInvite, { params: { token } })
      if (reply.redirect === 'inbox') {
        onTeam(reply.team)
        await onJoined()
      }
      return reply
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const next = acceptance.data && nextPath(acceptance.data, token)
  const atOnce = acceptance.data?.redirect === 'register'
  const invitation = acceptance.data && {
    team: acceptance.data.team_name,
    owner: acceptance.data.team_owner,
  }
  // A link that the owner copied counts only for who is signed in: it is opened again after the login.
  const redirect = acceptance.data?.from_owner ? withQuery(paths.invite, { token }) : null
  const state = entryState(invitation ?? null, { redirect })
  // A user who stays signed in with another account also stays in the current team.
  const onLeave = () => acceptance.data && onTeam(acceptance.data.team)
  const goAtOnce = useEffectEvent((to: string) => {
    onLeave()
    void navigate(to, { replace: true, state })
  })
  useEffect(() => {
    if (next !== undefined && atOnce) goAtOnce(next)
  }, [next, atOnce])
  useDelayedRedirect(atOnce ? undefined : next, { state, onLeave })

  if (acceptance.isPending) {
    return (
      <p className="flex items-center gap-2 text-ink-2" role="status">
        <Spinner /> The invite is being accepted, please wait...
      </p>
    )
  }
  if (acceptance.isSuccess) {
    const { message, redirect, email, team_name, team_owner } = acceptance.data
    if (redirect === 'inbox') return <Notice tone="ok">{message}</Notice>
    return (
      <>
        <Notice>{message}</Notice>
        <p className="text-sm wrap-anywhere text-ink-2">
          {team_name === team_owner ? 'It' : `“${team_name}”`} is the team of {team_owner}.
          {signedInAs !== null &&
            !sameAddress(signedInAs, email) &&
            ` You are signed in as ${signedInAs} and will be logged out.`}
        </p>
        {signedInAs !== null && (
          <ButtonLink size="lg" to={paths.inbox}>
            Stay signed in
          </ButtonLink>
        )}
      </>
    )
  }
  return (
    <>
      <Notice tone="danger">{errorText(acceptance.error)}</Notice>
      <ButtonLink size="lg" to={paths.inbox}>
        Go to the inbox
      </ButtonLink>
    </>
  )
}

/** Where only the invited may register, the token proves it. The membership begins with the login. */
function nextPath({ redirect, email }: EndpointReply<typeof acceptInvite>, token: string): string {
  if (redirect === 'inbox') return paths.inbox
  return redirect === 'login'
    ? withQuery(paths.login, { email })
    : withQuery(paths.register, { email, invite: token })
}
