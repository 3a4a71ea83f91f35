import { getMailAttachment } from '@mailstop/contract'
import { call } from '../../../lib/api/api-client.ts'
import { readApiError, unreachable } from '../../../lib/api/api-error.ts'
import { queryKeys } from '../../../lib/api/queries.ts'

/** One attachment of a mail. */
export type FileAddress = { team: number; mail: number; file: string }

export const fileParams = ({ team, mail, file }: FileAddress) => ({
  team: String(team),
  mail: String(mail),
  key: file,
})

export const fileKey = ({ team, mail, file }: FileAddress, what: string) =>
  queryKeys.mailFile(team, mail, file, what)

export type FetchedFile = {
  bytes: Uint8Array<ArrayBuffer>
  /** As which the server hands it out, without parameters. */
  type: string
  charset: string
  isCut: boolean
}

/** A preview that takes longer is given up. */
const longestMs = 30_000

/** The first `most` bytes of a file. What comes behind is not fetched. */
export async function fetchFile(
  address: FileAddress,
  { most, signal: given }: { most: number; signal: AbortSignal },
): Promise<FetchedFile> {
  const ended = new AbortController()
  const signal = AbortSignal.any([given, ended.signal, AbortSignal.timeout(longestMs)])
  const { url } = await call(getMailAttachment, { params: fileParams(address), signal })
  try {
    const response = await fetch(url, { signal })
    if (!response.ok) throw await readApiError(response)
    const contentType = response.headers.get('content-type') ?? ''
    const [type = ''] = contentType.split(';', 1)
    const charset = /charset=([\w.:-]+)/.exec(contentType)?.[1] ?? ''
    return { ...(await firstBytes(response, most)), type, charset }
  } catch (error) {
    if (error instanceof TypeError) throw unreachable(error)
    throw error
  } finally {
    ended.abort()
  }
}

async function firstBytes(response: Response, most: number) {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (!read || read.done) break
    chunks.push(read.value)
    length += read.value.length
    if (length > most) break
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return { bytes: bytes.subarray(0, most), isCut: length > most }
}

/** Without a charset it is UTF-8 where that fits, else what browsers assume of old files. */
export function decodeFile({ bytes, charset, isCut }: FetchedFile): string {
  // A character that is cut at the end is left out.
  const decode = (label: string) =>
    new TextDecoder(label, { fatal: charset === '' && label === 'utf-8' }).decode(bytes, {
      stream: isCut,
    })
  try {
    return decode(charset || 'utf-8')
  } catch {
    return decode('windows-1252')
  }
}
