import { updateMail } from '@mailstop/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toast } from 'sonner'
import { call } from '../../lib/api-client.ts'
import { errorText } from '../../lib/api-error.ts'
import { createMailCache } from './mail-cache.ts'
import type { MailChange } from './mail-pages.ts'

type Marks = { read?: boolean; flagged?: boolean }
type Change = { id: number; marks: Marks }

export const mailChangeKey = (team: number) => ['teams', team, 'mails', 'change'] as const

/**
 * Marks mail read, unread or flagged: shown at once, taken back with a toast when the server says
 * no. Changes of a team are sent one after another, so that the last one asked for is what stays.
 */
export function useMailChanges(team: number): (id: number, marks: Marks) => void {
  const queryClient = useQueryClient()
  const cache = useMemo(() => createMailCache(queryClient, team), [queryClient, team])
  const { mutate } = useMutation({
    mutationKey: mailChangeKey(team),
    scope: { id: `mails-of-${team}` },
    mutationFn: ({ id, marks }: Change) =>
      call(updateMail, { params: { team: String(team), mail: String(id) }, body: marks }),
    onMutate: ({ id, marks }: Change) => {
      const before = cache.marksOf(id)
      cache.change(id, shownAs(marks))
      return before && { read_at: before.read_at, flagged: before.flagged }
    },
    onError: (error, { id, marks }, before) => {
      if (before) cache.change(id, onlyChanged(marks, before))
      toast.error(errorText(error))
    },
    onSuccess: ({ data }, { id }) => {
      // A newer change of the same mail is already shown: the answer to this one is history.
      const waiting = queryClient.isMutating({
        mutationKey: mailChangeKey(team),
        predicate: (mutation) => (mutation.state.variables as Change | undefined)?.id === id,
      })
      if (waiting <= 1) cache.change(id, { read_at: data.read_at, flagged: data.flagged })
    },
  })
  return useMemo(() => (id, marks) => mutate({ id, marks }), [mutate])
}

/** How the marks asked for look until the server names the exact time. */
function shownAs(marks: Marks): MailChange {
  return {
    ...(marks.read === undefined ? {} : { read_at: marks.read ? new Date().toISOString() : null }),
    ...(marks.flagged === undefined ? {} : { flagged: marks.flagged }),
  }
}

function onlyChanged(marks: Marks, before: Required<MailChange>): MailChange {
  return {
    ...(marks.read === undefined ? {} : { read_at: before.read_at }),
    ...(marks.flagged === undefined ? {} : { flagged: before.flagged }),
  }
}
