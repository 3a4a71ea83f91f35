/** When each line of a dialogue was said; null for the dialogues of mail that was caught before. */
export function dialogueTimes(): string[] {
  return ['alter table mail_transcripts add column times text']
}
