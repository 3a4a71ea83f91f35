import type { TokenScope } from '@mailstop/contract'

export type DropInCall = {
  method: string
  /** `{id}` is a mail, `{server}` its team, and `{file}` its attachment, unless `names` says otherwise. */
  path: string
  /** What a token needs for it; null: any token. */
  needs: TokenScope | null
  /** What it answers where nothing is wrong but perhaps the missing body. */
  answers: number
  names?: Record<string, string>
  query?: string
  body?: object
}

export const read = (path: string, answers = 200, more: Partial<DropInCall> = {}): DropInCall => ({
  method: 'GET',
  path,
  needs: 'mail:read',
  answers,
  ...more,
})

export function urlOf(
  { path, names = {}, query = '' }: DropInCall,
  { id, server }: { id: string; server: string },
): string {
  return Object.entries({ ...names, file: `${id}.1`, id, server }).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, names[name] ?? value),
    path + query,
  )
}
