import { limits, type CheckableLink, type LinkCheck, type Team } from '@mailstop/contract'
import { useState } from 'react'
import { errorText } from '../../../lib/api/api-error.ts'
import { may } from '../../../lib/team-permissions.ts'
import { toast } from '../../../ui/popups/toast.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Level } from '../levels.tsx'
import { Rows } from '../rows.tsx'
import { LinksDialog } from './links-dialog.tsx'
import { useLinkChecks, useOutgoing } from './use-outgoing.ts'

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
  const { links = [], checks = [], check } = useLinkChecks(team.id, mail, isOn)
  const [asking, setAsking] = useState(false)
  if (links.length === 0) return null
  const ask = (urls: readonly string[], get: boolean) =>
    check.mutate(
      { ...byHarm(links, urls), get },
      {
        onSuccess: () => setAsking(false),
        onError: (error) => toast.error(errorText(error)),
      },
    )
  const rows = checks.map(({ url, outcome, status, reason, redirects }) => ({
    level: outcomes[outcome][0],
    text: outcomes[outcome][1],
    notes: [status, reason],
    code: [url, ...redirects].join(' → '),
    action: outcome === 'no_head' && (
      <Button
        size="sm"
        title="A reader’s click does the same: a link that works once is used up."
        onClick={() => ask([url], true)}
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
      {asking && (
        <LinksDialog
          links={links.slice(0, limits.linksCheckedAtOnce)}
          pending={check.isPending}
          onCheck={(urls) => ask(urls, false)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Links that may work only once are asked because somebody has named them. */
function byHarm(links: readonly CheckableLink[], urls: readonly string[]) {
  const once = new Set(links.filter(({ one_time }) => one_time !== null).map(({ url }) => url))
  return {
    urls: urls.filter((url) => !once.has(url)),
    one_time: urls.filter((url) => once.has(url)),
  }
}
