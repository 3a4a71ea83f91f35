import type { Team } from '@mailstop/contract'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { useLeaveTeam } from './use-team-changes.ts'

export function LeaveTeam({ team }: { team: Team }) {
  const [asking, setAsking] = useState(false)
  const leave = useLeaveTeam(team.id)
  return (
    <PageSection
      title="Leave team"
      description={`You no longer see the inbox of ${team.name}. To come back you need a new invitation.`}
    >
      <Button
        onClick={() => {
          leave.reset()
          setAsking(true)
        }}
      >
        Leave team
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Leave ${team.name}?`}
        action="Leave team"
        pending={leave.isPending}
        problem={leave.isError ? errorText(leave.error) : undefined}
        onConfirm={() => leave.mutate()}
      >
        Its mail, pins and forwarding rules stay with the team. So does its SMTP password, which you
        know: apps that use it go on sending until {team.owner.name} rotates it.
      </ConfirmDialog>
    </PageSection>
  )
}
