/** The name of the client's last greeting in the dialogue of a mail; null where there is none. */
export function greetingOf(transcript: string | null): string | null {
  const greetings = transcript?.matchAll(/^C: (?:EHLO|HELO) +(\S+)/gim) ?? []
  return [...greetings].at(-1)?.[1]?.slice(0, 255) ?? null
}
