// How html names other parts of its mail: by their Content-ID, in `cid:` (RFC 2392), or by their Content-Location (RFC 2557).

/** Returns an id without its brackets, and without a comment beside them (RFC 5322 section 3.2.2). */
export function bareId(id: string): string {
  const within = /<([^<>]*)>/.exec(id)?.[1]
  return (within ?? id.trim().replace(/^</, '').replace(/>$/, '')).trim()
}

function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Parts by their names. What a name is as it is written counts first, and then what it is when it is decoded. */
export function byName<Thing>(named: readonly (readonly [name: string, thing: Thing])[]) {
  const names = new Map(named.filter(([name]) => name !== ''))
  for (const [name, thing] of named) {
    const decoded = percentDecoded(name)
    if (decoded !== '' && !names.has(decoded)) names.set(decoded, thing)
  }
  return names
}

/** Finds what html names. Its character references are decoded already. */
export const findNamed = <Thing>(names: ReadonlyMap<string, Thing>, written: string) =>
  names.get(written) ?? names.get(percentDecoded(written))

/** The keys of attachments, their places counted from 1, by their Content-ID and their Content-Location. */
export const attachmentKeys = (
  files: readonly { contentId: string; location: string }[],
  resolve: (written: string) => string,
): Map<string, string> =>
  byName(
    files.flatMap(({ contentId, location }, index) =>
      [bareId(contentId), location, location && resolve(location)].map(
        (name) => [name, String(index + 1)] as const,
      ),
    ),
  )
