import type { Mail, Team } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { ArchiveItems } from '../../features/archive/archive-items.tsx'
import { DropArea, type Dropped } from '../../features/archive/drop-area.tsx'
import { useExportNotice } from '../../features/archive/use-export-notice.ts'
import { downloadMail, downloadMails } from '../../features/archive/download.ts'
import {
  InboxExtrasContext,
  type InboxExtras,
  type MailPlace,
  type SharedMail,
} from '../../features/mails/inbox-extras.ts'
import { InboxPage as Inbox } from '../../features/mails/inbox/inbox-page.tsx'
import { chosenTab } from '../../features/mails/address/chosen-tab.ts'
import { readListFilter } from '../../features/mails/address/list-filter.ts'
import { command, useOfferedCommands } from '../../lib/keys/commands.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { useRealtime } from '../../lib/api/realtime-context.ts'
import { may } from '../../lib/team-permissions.ts'
import { useCreatePin } from '../../features/pins/use-pins.ts'
import { deferred, useDeferred } from '../../lib/deferred.ts'
import { TaggedInbox, TagMatchesItem } from '../../features/tags/tagged-inbox.tsx'
import { WithTeam } from './with-team.tsx'

const forwardDialog = deferred(() => import('../../features/forwarding/forward-dialog.tsx'))
const shareLinkDialog = deferred(() => import('../../features/share-links/share-link-dialog.tsx'))
const forwardOutcomes = deferred(() => import('../../features/forwarding/forward-outcomes.tsx'))
const violationsBar = deferred(() => import('../../features/guards/violations-bar.tsx'))
const scenarioBar = deferred(() => import('../../features/failures/scenario-bar.tsx'))
const openedGuards = deferred(() => import('../../features/guards/opened-guards.tsx'))
const failureBar = deferred(() => import('../../features/integrations/failure-bar.tsx'))
const checkView = deferred(() => import('../../features/inspection/check-view.tsx'))
const checkTab = deferred(() => import('../../features/inspection/check-tab.tsx'))
const waitingPane = deferred(() => import('../../features/integrations/waiting-pane.tsx'))
const importDialog = deferred(() => import('../../features/archive/import-dialog.tsx'))

const noFiles: Dropped = []

export function InboxPage() {
  const user = useCurrentUser()
  const [query] = useSearchParams()
  return (
    <>
      <h1 className="sr-only">{query.get('inbox') || 'Inbox'}</h1>
      {user && <WithTeam>{(team) => <TeamInbox team={team} />}</WithTeam>}
    </>
  )
}

function TeamInbox({ team }: { team: Team }) {
  const pin = useCreatePin(team.id)
  const mayForward = may(team, 'forward_mail')
  const mayShare = may(team, 'share_mail')
  const mayManage = may(team, 'manage_inboxes')
  const user = useCurrentUser()
  const isOpen = user?.is_open ?? false
  useExportNotice(team.id, user?.id)
  const [port = ''] = team.smtp_ports.split(',')
  const openAddress = isOpen ? `${team.smtp_server}:${port}` : null
  const queryClient = useQueryClient()
  const [forwarding, setForwarding] = useState<number | null>(null)
  const [sharing, setSharing] = useState<SharedMail | null>(null)
  /** What was dropped to be imported; null while nothing is imported. */
  const [importing, setImporting] = useState<Dropped | null>(null)
  const ForwardDialog = useDeferred(forwardDialog, forwarding !== null)?.ForwardDialog
  const ShareLinkDialog = useDeferred(shareLinkDialog, sharing !== null)?.ShareLinkDialog
  const ImportDialog = useDeferred(importDialog, importing !== null)?.ImportDialog
  const [query] = useSearchParams()
  useOfferedCommands({
    title: 'Inbox',
    commands: [
      command('import', 'Import…', Upload, () => setImporting(noFiles)),
      command('export', 'Export…', Download, () => {
        void downloadMails(team.id, readListFilter(query, chosenTab(team.id)))
      }),
    ],
  })
  const extras = useMemo(
    (): InboxExtras => ({
      onForward: mayForward ? ({ id }) => setForwarding(id) : null,
      onShare: mayShare ? setSharing : null,
      onDownload: ({ id }) => void downloadMail(team.id, id),
      async codeFor(mail, kind) {
        const { mailCode } = await import('../../features/api-tokens/mail-code.ts')
        return mailCode(kind, { team: team.id, needsToken: !isOpen, mail })
      },
      renderForwards: (mail) => <Forwards mail={mail} />,
      renderCheck: (mail, last, onPlace) => (
        <Check key={mail.id} {...{ team, mail, last, onPlace }} />
      ),
      renderCheckCount: (mail) => <CheckCount key={mail.id} team={team.id} mail={mail.id} />,
      renderListItems: (filter, total) => (
        <>
          {filter.q && <TagMatchesItem />}
          <ArchiveItems
            team={team.id}
            query={filter}
            total={total}
            onImport={() => setImporting(noFiles)}
          />
        </>
      ),
      renderScenarios: (inbox) => <Scenarios team={team.id} inbox={inbox} mayChange={mayManage} />,
      renderViolations: () => <Violations team={team.id} />,
      renderGuards: (mail) => <Guards key={`guards-${mail.id}`} team={team.id} mail={mail} />,
      renderFailures: () => <Failures team={team.id} />,
      renderWaiting: (what) => <Waiting team={team} what={what} />,
      openAddress,
    }),
    [team, mayForward, mayShare, mayManage, isOpen, openAddress],
  )
  return (
    <InboxExtrasContext value={extras}>
      <DropArea onDrop={setImporting}>
        <TaggedInbox team={team.id}>
          <Inbox team={team} onPin={pin} />
        </TaggedInbox>
      </DropArea>
      {ForwardDialog && (
        <ForwardDialog
          team={team.id}
          mail={forwarding}
          onClose={() => setForwarding(null)}
          onForwarded={(mail) =>
            void queryClient.invalidateQueries({ queryKey: queryKeys.openMail(team.id, mail) })
          }
        />
      )}
      {ShareLinkDialog && (
        <ShareLinkDialog team={team.id} mail={sharing} onClose={() => setSharing(null)} />
      )}
      {ImportDialog && (
        <ImportDialog
          team={team.id}
          open={importing !== null}
          dropped={importing ?? noFiles}
          onClose={() => setImporting(null)}
        />
      )}
    </InboxExtrasContext>
  )
}

function Violations({ team }: { team: number }) {
  const realtime = useRealtime()
  const loaded = useDeferred(violationsBar, false)
  return loaded && <loaded.ViolationsBar key={team} team={team} realtime={realtime} />
}

function Scenarios(props: { team: number; inbox: string | null; mayChange: boolean }) {
  const loaded = useDeferred(scenarioBar, false)
  return loaded && <loaded.ScenarioBar {...props} />
}

function Guards(props: { team: number; mail: Pick<Mail, 'id' | 'broken_guards'> }) {
  const loaded = useDeferred(openedGuards, true)
  return loaded && <loaded.OpenedGuards {...props} />
}

type CheckProps = {
  team: Team
  mail: Mail
  last: MailPlace | null
  onPlace: (place: MailPlace) => void
}

function Check(props: CheckProps) {
  const loaded = useDeferred(checkView, true)
  return loaded && <loaded.CheckView {...props} />
}

function CheckCount(props: { team: number; mail: number }) {
  const loaded = useDeferred(checkTab, false)
  return loaded && <loaded.CheckCount {...props} />
}

function Failures({ team }: { team: number }) {
  const loaded = useDeferred(failureBar, false)
  return loaded && <loaded.FailureBar team={team} />
}

function Waiting({ team, what }: { team: Team; what: 'pane' | 'line' }) {
  const loaded = useDeferred(waitingPane, true)
  if (!loaded) return null
  return what === 'pane' ? (
    <loaded.WaitingPane team={team} />
  ) : (
    <loaded.WaitingLine team={team.id} />
  )
}

function Forwards({ mail }: { mail: Pick<Mail, 'forwards'> }) {
  const loaded = useDeferred(forwardOutcomes, mail.forwards.length > 0)
  return loaded && <loaded.ForwardOutcomes forwards={mail.forwards} />
}
