import type { Team } from '@mailstop/contract'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PagedList } from '../../ui/pages/paged-list.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookDialog, type Edited } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

const empty = {
  icon: <WebhookIcon />,
  title: 'No webhooks yet',
  text: 'Add one, and a chat or a program hears of each message that you want it to.',
}

/** What a team has sent to programs and chats. */
export function WebhooksPage({ team }: { team: Team }) {
  usePageTitle('Webhooks')
  const query = useWebhooks(team.id)
  const [edited, setEdited] = useState<Edited>({ open: false, webhook: null, secret: null })
  return (
    <>
      <PageHeading title="Webhooks">
        Sends what happens in {team.name} to a program, or to a chat that your team reads.
      </PageHeading>
      <Button
        variant="primary"
        icon={<Plus />}
        className="mb-3"
        onClick={() => setEdited({ open: true, webhook: null, secret: null })}
      >
        Add webhook
      </Button>
      <PagedList
        label="Webhooks"
        items={query.data}
        list={query}
        problem="The webhooks could not be loaded"
        empty={empty}
        renderRow={(webhook) => (
          <WebhookRow
            key={webhook.id}
            team={team.id}
            webhook={webhook}
            onEdit={() => setEdited({ open: true, webhook, secret: null })}
            onSecret={(secret) => setEdited({ open: true, webhook, secret })}
          />
        )}
      />
      <WebhookDialog team={team.id} edited={edited} onChange={setEdited} />
    </>
  )
}
