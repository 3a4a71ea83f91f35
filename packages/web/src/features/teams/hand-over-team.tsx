import type { Member, Team } from '@mailstop/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HandOverForm } from './hand-over-form.tsx'

type HandOverTeamProps = {
  team: Team
  /** Undefined until they are known. */
  members: readonly Member[] | undefined
}

export function HandOverTeam({ team, members }: HandOverTeamProps) {
  const [open, setOpen] = useState(false)
  const others = members?.filter(({ id }) => id !== team.owner.id)
  return (
    <PageSection
      title="Hand over ownership"
      description={
        others?.length === 0
          ? 'Nobody else is in the team yet: whoever is to own it has to be a member first.'
          : 'Another member becomes the owner, and you a member, who can leave.'
      }
    >
      {others === undefined && <Skeleton className="h-8! w-36" />}
      {others?.length === 0 && <ButtonLink to="/team/users">Invite someone</ButtonLink>}
      {others && others.length > 0 && <Button onClick={() => setOpen(true)}>Hand over team</Button>}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Hand over ${team.name}`}
        description="Only the new owner can then rename or delete the team, invite people and remove members."
      >
        <HandOverForm team={team.id} others={others ?? []} onDone={() => setOpen(false)} />
      </Dialog>
    </PageSection>
  )
}
