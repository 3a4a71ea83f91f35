/** Where the inbox is. The query string holds the filter, so every path keeps it. */
export const inboxPath = (search: string) => `/inbox${search}`

export const mailPath = (mail: number, search: string) => `/inbox/${mail}${search}`

export const credentialsPath = '/integrations/smtp-credentials'

/** The mail that a route names; null when it names none, or something that cannot be one. */
export function mailIdOf(parameter: string | undefined): number | null {
  return parameter !== undefined && /^[1-9]\d{0,14}$/.test(parameter) ? Number(parameter) : null
}
