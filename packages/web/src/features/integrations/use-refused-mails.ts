import { listRefusedMails } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { queryKeys, queryOf } from '../../lib/queries.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * The last mails of a team that were refused. No event says that there is a new one, so they are fetched
 * again when the window gets the focus: a user who has just made their app send looks here next.
 */
export function useRefusedMails(team: number) {
  const params = { team: String(team) }
  const refused = useQuery(queryOf(queryKeys.refusedMails(team), listRefusedMails, { params }))
  const { refetch } = refused
  useEffect(() => {
    const ask = () => void refetch({ cancelRefetch: false })
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [refetch])
  const [reloading, setReloading] = useState(false)

  async function reload(): Promise<void> {
    setReloading(true)
    const { error, data } = await refetch()
    setReloading(false)
    // What was there before stays; without it the section itself says what is wrong.
    if (error && data) toast.error(errorText(error))
  }
  return { ...refused, reload, reloading }
}
