import {
  type ApiToken,
  type Member,
  type Team,
  limits,
  renameTeam,
  teamBody,
  deleteTeam,
  leaveTeam,
  type CallRequest,
} from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '../../lib/team-permissions.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { TeamRetention } from './team-retention.tsx'
import { HandOverTeam } from './hand-over-team.tsx'
import { call } from '../../lib/api/api-client.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { keepTeam, departureKey, forgetTeam } from './team-cache.ts'
import { teamsQuery } from './use-teams.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { RevokeTokensOption } from '../../ui/forms/revoke-tokens-option.tsx'
import { DeletionSection } from '../../ui/forms/deletion-section.tsx'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths/paths.ts'

type TeamInfoPageProps = {
  team: Team
  members: readonly Member[] | undefined
  /** Tokens that the current user has made. */
  ownTokens: readonly ApiToken[]
}

/** A personal team comes and goes with its owner's account: it is neither handed over nor deleted. */
export function TeamInfoPage({ team, members, ownTokens }: TeamInfoPageProps) {
  usePageTitle('Team info')
  return (
    <>
      <PageHeading title="Team info">{descriptionOf(team)}</PageHeading>
      <TeamNameForm team={team} />
      <TeamRetention team={team} />
      {may(team, 'leave') && <LeaveTeam team={team} tokens={ownTokens} />}
      {may(team, 'hand_over') && <HandOverTeam team={team} members={members} />}
      {may(team, 'delete') && <DeleteTeam team={team} />}
    </>
  )
}

function descriptionOf({ type, role, owner }: Team): string {
  if (role === 'owner') {
    return type === 'personal'
      ? 'Your personal team. It stays as long as your account does.'
      : 'The name that everyone in the team sees. You own this team.'
  }
  return type === 'personal'
    ? `The personal team of ${owner.name}.`
    : `You are a member of this team. ${owner.name} owns it.`
}

/** The name of a team: for its owner to change, for others to read. */
function TeamNameForm({ team }: { team: Team }) {
  if (may(team, 'rename')) return <RenameForm team={team} />
  return (
    <div className="max-w-[420px]">
      <TextField
        label="Name"
        value={team.name}
        readOnly
        hint={`Only the owner, ${team.owner.name}, can rename the team.`}
      />
    </div>
  )
}

function RenameForm({ team }: { team: Team }) {
  const queryClient = useQueryClient()
  const form = useSchemaForm(teamBody, { name: team.name }, async (body, reset) => {
    const { data } = await call(renameTeam, { params: { team: String(team.id) }, body })
    await keepTeam(queryClient, data)
    reset({ name: data.name })
    toast.success('Team updated successfully')
    void queryClient.invalidateQueries(teamsQuery)
  })
  return (
    <Form form={form} className="max-w-[420px]">
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        {...form.field('name')}
      />
      <SubmitButton form={form} className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}

function LeaveTeam({ team, tokens }: { team: Team; tokens: readonly ApiToken[] }) {
  const [asking, setAsking] = useState(false)
  const [revoking, setRevoking] = useState(true)
  const leave = useLeaveTeam(team.id)
  return (
    <PageSection
      title="Leave team"
      description={`You no longer see the inbox of “${team.name}”. To come back you need a new invitation.`}
    >
      <Button
        onClick={() => {
          setRevoking(true)
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
        asked={leave}
        onConfirm={() => leave.mutate({ revoke: revoking && tokens.length > 0 })}
        option={
          tokens.length > 0 && (
            <RevokeTokensOption
              who="You"
              tokens={tokens}
              checked={revoking}
              onChange={setRevoking}
            />
          )
        }
      >
        Its mail, pins and forwarding rules stay with the team. Apps that use its SMTP password can
        still send until {team.owner.name} rotates it.
      </ConfirmDialog>
    </PageSection>
  )
}

function DeleteTeam({ team }: { team: Team }) {
  const remove = useDeleteTeam(team.id)
  return (
    <DeletionSection title="Delete team" onDelete={remove.mutateAsync}>
      Deletes “{team.name}” for everyone in it, with all of its mail, inboxes and their SMTP
      credentials, pins, forwarding rules, webhooks and API tokens.
    </DeletionSection>
  )
}

function useDeleteTeam(team: number) {
  const depart = useDeparture(team)
  return useMutation({
    mutationKey: departureKey(team),
    mutationFn: (body: CallRequest<typeof deleteTeam>['body']) =>
      call(deleteTeam, { params: { team: String(team) }, body }),
    onSuccess: depart,
  })
}

function useLeaveTeam(team: number) {
  const depart = useDeparture(team)
  return useMutation({
    mutationKey: departureKey(team),
    /** With `revoke`, the API tokens that the user made there end too. */
    mutationFn: ({ revoke }: { revoke: boolean }) => {
      const query = revoke ? ({ tokens: 'revoke' } as const) : {}
      return call(leaveTeam, { params: { team: String(team) }, query })
    },
    onSuccess: depart,
  })
}

/** The first of the other teams is then the current one. */
function useDeparture(team: number) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async ({ message }: { message: string }) => {
    await navigate(paths.inbox)
    await forgetTeam(queryClient, team)
    toast.success(message)
    void queryClient.invalidateQueries(teamsQuery)
  }
}
