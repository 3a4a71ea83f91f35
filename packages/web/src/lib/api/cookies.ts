import { basePath, ownName } from '../paths/base-path.ts'

/** The decoded value of a cookie that scripts may read; null when there is none. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const [key, ...value] = pair.split('=')
    if (key === ownName(name)) return decode(value.join('='))
  }
  return null
}

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const path = basePath() || '/'
  document.cookie = `${ownName(name)}=${encodeURIComponent(value)}; path=${path}; max-age=${maxAgeSeconds}; samesite=lax`
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
