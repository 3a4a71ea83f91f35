import { getMailSource } from '@mailstop/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../lib/api/api-client.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { LoadError } from '../../../../ui/pages/load-error.tsx'
import { Notice } from '../../../../ui/pages/notice.tsx'
import { Verbatim } from '../../../../ui/texts/verbatim.tsx'
import { queryKeys } from '../../../../lib/api/queries.ts'
import { viewSource } from '../open-file.ts'

/** This much text is still rendered quickly. */
const shownBytes = 512 * 1024

/** The source as it was sent. A long one is cut; View raw shows all of it. */
export function MailSource({ team, mail }: { team: number; mail: number }) {
  const source = useQuery({
    queryKey: queryKeys.mailSource(team, mail),
    queryFn: async ({ signal }) => {
      const params = { team: String(team), mail: String(mail) }
      const { url } = await call(getMailSource, { params, signal })
      return readStart(await fetch(url, { signal }), shownBytes)
    },
    staleTime: Infinity,
    retry: false,
  })
  if (source.isPending) return <p className="appear-late m-0 text-sm text-ink-3">Loading...</p>
  if (source.data === undefined) {
    return <LoadError query={source} title="The raw message could not be loaded" />
  }
  return (
    <div className="grid gap-3">
      {source.data.isCut && (
        <Notice
          action={
            <Button size="sm" variant="ghost" onClick={() => viewSource(team, mail)}>
              View raw
            </Button>
          }
        >
          Only the beginning is shown.
        </Notice>
      )}
      <Verbatim text={source.data.text} />
    </div>
  )
}

/** Reads at most `bytes` of a reply's body as text and leaves the rest with the server. */
export async function readStart(
  response: Response,
  bytes: number,
): Promise<{ text: string; isCut: boolean }> {
  if (!response.ok) throw new Error(`the file was answered with status ${response.status}`)
  if (response.body === null) return { text: '', isCut: false }
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let left = bytes
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), isCut: false }
    text += decoder.decode(value.subarray(0, left), { stream: true })
    if (value.byteLength > left) {
      await reader.cancel()
      return { text, isCut: true }
    }
    left -= value.byteLength
  }
}
