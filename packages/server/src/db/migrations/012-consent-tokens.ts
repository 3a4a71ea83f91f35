/** A token that was mailed to an address is that address's to use, whatever the rule has by then. */
export function consentTokens(): string[] {
  return [
    'alter table forwarding_rules add column token_email_key text',
    'update forwarding_rules set token_email_key = email_key where token_id is not null',
  ]
}
