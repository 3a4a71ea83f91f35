import { rotateCredentials, type Team } from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api/api-client.ts'
import { queryKeys } from '../../lib/api/queries.ts'
import { may } from '../../lib/team-permissions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { toast } from '../../ui/popups/toast.ts'

type RotateCredentialsProps = {
  team: Team
  /** The name of its first inbox, where it has several. */
  inbox?: string
}

/** Replaces the credentials of the first inbox after a confirmation: the old ones stop at once. */
export function RotateCredentials({ team, inbox = team.name }: RotateCredentialsProps) {
  const [open, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const rotation = useMutation({
    mutationFn: () => call(rotateCredentials, { params: { team: String(team.id) } }),
    onSuccess({ data }) {
      // The new ones are here already: the old ones must not stay to be copied while a list is fetched.
      queryClient.setQueryData<Team[]>(queryKeys.teams, (teams) =>
        teams?.map((one) => (one.id === data.id ? data : one)),
      )
      setOpen(false)
      toast.success('Credentials rotated')
    },
  })
  if (!may(team, 'rotate_credentials')) return null
  return (
    <>
      <Button icon={<KeyRound />} onClick={() => setOpen(true)}>
        Rotate credentials
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Rotate credentials?"
        action="Rotate"
        asked={rotation}
        onConfirm={() => rotation.mutate()}
      >
        “{inbox}” gets a new username and password. The old ones stop working at once: apps that use
        them can no longer send, and their open connections end. Do this when someone who knew them
        has left.
      </ConfirmDialog>
    </>
  )
}
