/** `path` with the given query, leaving out what is empty. */
export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value)
  return parameters.size > 0 ? `${path}?${parameters}` : path
}
