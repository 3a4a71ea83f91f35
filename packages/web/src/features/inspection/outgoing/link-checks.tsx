import {
  checkLinks,
  limits,
  listLinkChecks,
  mailChannel,
  type CheckableLink,
  type LinkCheck,
  type Team,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { useRealtime } from '../../../lib/api/realtime-context.ts'
import { may } from '../../../lib/team-permissions.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/popups/toast.ts'
import type { Level } from '../levels.tsx'
import { Rows } from '../rows.tsx'
import { ofMail } from '../use-inspection.ts'
import { LinksDialog } from './links-dialog.tsx'
import { useOutgoing } from './use-outgoing.ts'

const outcomes: Record<LinkCheck['outcome'], [Level, string]> = {
  waiting: ['skipped', 'Asking...'],
  ok: ['pass', 'It works'],
  broken: ['fail', 'It does not work'],
  no_head: ['info', 'It does not answer HEAD'],
  looping: ['fail', 'It leads to ever more addresses'],
  refused: ['info', 'This server may not ask it'],
  failed: ['fail', 'It does not answer'],
}

/** Asks links whether they work, after a look at them; nothing where the server may not. */
export function LinkChecks({ team, mail }: { team: Team; mail: number }) {
  const isOn = useOutgoing().link_checks && may(team, 'change_mail')
  const { links = [], checks = [], ask, isPending } = useLinkChecks(team.id, mail, isOn)
  const [isAsking, setAsking] = useState(false)
  if (links.length === 0) return null
  const rows = checks.map(({ url, outcome, status, reason, redirects }) => ({
    level: outcomes[outcome][0],
    text: outcomes[outcome][1],
    notes: [status, reason],
    code: [url, ...redirects].join(' → '),
    action: outcome === 'no_head' && (
      <Button
        size="sm"
        title="A reader’s click does the same: a link that works once is used up."
        onClick={() => ask({ chosen: links.filter((link) => link.url === url), get: true })}
      >
        GET it
      </Button>
    ),
  }))
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Check links…
      </Button>
      <div className="w-full empty:hidden">
        <Rows label="Checked links" rows={rows} />
      </div>
      {isAsking && (
        <LinksDialog
          links={links.slice(0, limits.linksCheckedAtOnce)}
          pending={isPending}
          onCheck={(chosen) => ask({ chosen, get: false }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function useLinkChecks(team: number, mail: number, enabled: boolean) {
  const queryClient = useQueryClient()
  const realtime = useRealtime()
  const params = ofMail(team, mail)
  const query = queryOf(queryKeys.outgoing(team, mail, 'links'), listLinkChecks, { params })
  const { data } = useQuery({ ...query, enabled })
  /** The newest come first. They count more than a list that was under way meanwhile. */
  const [told, setTold] = useState<readonly LinkCheck[]>([])
  useEffect(() => {
    if (!enabled) return
    const queryKey = queryKeys.outgoing(team, mail, 'links')
    return realtime.joinChannel(mailChannel(team), {
      onJoined: () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }),
      LinksChecked({ id, checks }) {
        if (id === mail) setTold((before) => [...checks, ...before])
      },
    })
  }, [enabled, realtime, queryClient, team, mail])
  const { mutate, isPending } = useMutation({
    mutationFn({ chosen, get }: { chosen: readonly CheckableLink[]; get: boolean }) {
      // Links that may work only once are asked because somebody has named them.
      const { urls = [], one_time = [] } = Object.groupBy(chosen, (link) =>
        link.one_time === null ? 'urls' : 'one_time',
      )
      const body = { urls: urls.map(urlOf), one_time: one_time.map(urlOf), get }
      return call(checkLinks, { params, body })
    },
    onSuccess() {
      setTold([])
      return queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const known = [...told, ...(data?.checks ?? [])]
  return {
    links: data?.links,
    checks: data?.links.flatMap(({ url }) => known.find((check) => check.url === url) ?? []),
    ask: mutate,
    isPending,
  }
}

const urlOf = ({ url }: CheckableLink) => url
