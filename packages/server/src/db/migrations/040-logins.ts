/** The user name with which an app logged in to send the mail; null where it did not, or before. */
export function logins(): string[] {
  return ['alter table mails add column login text']
}
