import {
  getCsrfCookie,
  importMails,
  requestPath,
  type ErrorBody,
  type ImportReport,
} from '@mailstop/contract'
import { call } from '../../lib/api/api-client.ts'
import { ApiError, unreachable } from '../../lib/api/api-error.ts'
import { fullPath } from '../../lib/paths/base-path.ts'
import { readCookie } from '../../lib/api/cookies.ts'

type SendFile = {
  team: number
  /** The server reports its progress under this name. */
  name: string
  file: Blob
  /** How much of the file has left, from 0 to 1. */
  onSent: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file to be imported. Not by fetch, which cannot tell how much of a body has left. Throws
 * `ApiError`, or the signal's reason when cancelled.
 */
export async function sendFile(sent: SendFile): Promise<ImportReport> {
  await call(getCsrfCookie)
  sent.signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const { team, name, file, onSent, signal } = sent
    const request = new XMLHttpRequest()
    const path = requestPath(importMails.path, { params: { team }, query: { import: name } })
    request.open('POST', fullPath(path))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('x-xsrf-token', readCookie('XSRF-TOKEN') ?? '')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      const body = readBody(request.responseText)
      if (request.status < 400 && body !== null && 'data' in body) resolve(body.data)
      else reject(new ApiError(request.status, body !== null && 'code' in body ? body : unreadable))
    })
    request.addEventListener('error', () => reject(unreachable(request)))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

const unreadable: ErrorBody = {
  code: 'internal',
  message: 'The server’s reply could not be read. Try again in a moment.',
}

function readBody(text: string): { data: ImportReport } | ErrorBody | null {
  try {
    // The server holds its replies to the contract; a reply of a proxy is recognised by its shape.
    return JSON.parse(text) as { data: ImportReport } | ErrorBody | null
  } catch {
    return null
  }
}
