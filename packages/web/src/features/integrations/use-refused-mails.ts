import { listRefusedMails } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { errorText } from '../../lib/api-error.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * The last mails of a team that were refused. Nobody is told of a new one, so they are asked for again
 * whenever the window is turned to: whoever has just made their app send looks here next.
 */
export function useRefusedMails(team: number) {
  const refused = useQuery({
    queryKey: ['teams', team, 'refused-mails'],
    queryFn: async ({ signal }) =>
      (await call(listRefusedMails, { params: { team: String(team) }, signal })).data,
  })
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
