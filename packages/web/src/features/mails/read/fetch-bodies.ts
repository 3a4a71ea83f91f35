import { getMailBody, type Mail } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import { readApiError, unreachable } from '../../../lib/api/api-error.ts'

type Request = { params: { team: string; mail: string }; signal: AbortSignal }

/** Fetches the bodies that are too large for the reply with the mail. Few mails have such bodies. */
export async function fetchBodies(
  large: Mail['large'],
  { params, signal }: Request,
): Promise<Partial<Pick<Mail, 'html' | 'text'>>> {
  const bodies = await Promise.all(
    large.map(async (kind) => {
      const { url } = await call(getMailBody, { params: { ...params, kind }, signal })
      return [kind, await fetchText(url, signal)]
    }),
  )
  return Object.fromEntries(bodies)
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
