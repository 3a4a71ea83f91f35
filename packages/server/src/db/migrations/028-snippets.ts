/** The list shows the beginning of each text. Mail that is here already keeps an empty one. */
export function snippets(): string[] {
  return [`alter table mails add column snippet text not null default ''`]
}
