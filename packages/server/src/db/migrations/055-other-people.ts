/** Whom a mail names besides its sender and those of To; null where nobody is, and of mail from before. */
export function otherPeople(): string[] {
  return ['alter table mails add column other_people text']
}
