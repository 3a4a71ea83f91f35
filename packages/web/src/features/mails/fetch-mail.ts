import { getMail, getMailBody, type Mail } from '@mailstop/contract'
import { call } from '../../lib/api-client.ts'
import { readApiError, unreachable } from '../../lib/api-error.ts'

type Which = { team: number; mail: number; signal: AbortSignal }

/** A mail with its bodies, of which large ones are fetched apart. */
export async function fetchMail({ team, mail, signal }: Which): Promise<Mail> {
  const params = { team: String(team), mail: String(mail) }
  const { data } = await call(getMail, { params, signal })
  const bodies = await Promise.all(
    data.large.map(async (kind) => {
      const { url } = await call(getMailBody, { params: { ...params, kind }, signal })
      return [kind, await fetchText(url, signal)]
    }),
  )
  return { ...data, ...Object.fromEntries(bodies) }
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { signal })
    if (!response.ok) throw await readApiError(response)
    return await response.text()
  } catch (error) {
    if (error instanceof TypeError) throw unreachable(error)
    throw error
  }
}
