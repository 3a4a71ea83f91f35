import { deleteMail } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import { call } from '../../lib/api-client.ts'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { createMailCache } from './mail-cache.ts'
import { mailKeys } from './mail-keys.ts'
import { createTrash } from './trash.ts'

/** Trashes mail of one team. Mount it once per team (by `key`): what waits is deleted on leaving. */
export function useTrash(team: number) {
  const queryClient = useQueryClient()
  const [trash] = useState(() =>
    createTrash({
      remove: async (mail) => {
        try {
          await call(deleteMail, { params: { team: String(team), mail: String(mail) } })
        } catch (error) {
          // Someone else was quicker: gone is gone.
          if (!(error instanceof ApiError && error.status === 404)) throw error
        }
        createMailCache(queryClient, team).remove(mail)
        queryClient.removeQueries({ queryKey: mailKeys.detail(team, mail) })
      },
      onFailed: (error) => toast.error(errorText(error)),
    }),
  )
  const hidden = useSyncExternalStore(trash.subscribe, trash.hidden)

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') trash.emptyAll()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      trash.emptyAll()
    }
  }, [trash])

  return {
    hidden,
    /** `onUndone` runs when the reader takes the mail back in time. */
    put(mail: number, onUndone: () => void) {
      trash.put(mail)
      toast.success('Moved to trash', {
        action: {
          label: 'Undo',
          onClick: () => {
            if (trash.takeBack(mail)) onUndone()
          },
        },
        onAutoClose: () => trash.empty(mail),
        onDismiss: () => trash.empty(mail),
      })
    },
  }
}
