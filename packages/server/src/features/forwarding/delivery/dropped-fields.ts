const words = (text: string) => text.trim().split(/\s+/)

/**
 * The header fields of a caught mail that do not travel on: each is written again for this forward,
 * or is no longer true, or makes some software act in the name of the first recipient or of the
 * writer of the mail. Pure.
 */
export const droppedFields: { why: string; names: string[] }[] = [
  {
    why: 'said again, or kept under an X-Original name',
    names: words('from sender reply-to date x-original-from x-original-reply-to'),
  },
  {
    why: 'tells of another resending (RFC 5322 section 3.6.6), which is not this one',
    names: words('resent-*'),
  },
  {
    why: 'a signature or a finding that is untrue once the header is changed',
    names: words(`
      dkim-signature domainkey-signature x-google-dkim-signature arc-*
      authentication-results received-spf bimi-*`),
  },
  {
    why: 'names a recipient or a return address of the way that the mail came',
    names: words(`
      return-path bcc delivered-to x-delivered-to x-original-to original-recipient
      envelope-* x-envelope-* apparently-to`),
  },
  {
    why: 'asks for a receipt or a report (RFC 8098, RFC 2156), which would tell a stranger who reads it',
    names: words(`
      return-receipt-* disposition-notification-* x-confirm-reading-to
      x-confirm-delivery-to x-pmrqc generate-delivery-report prevent-nondelivery-report`),
  },
  {
    why: 'says where errors, complaints or followups go, past Reply-To and the envelope',
    names: words(`
      errors-to x-errors-to warnings-to x-complaints-to abuse-reports-to x-report-abuse*
      x-abuse-* x-csa-complaints feedback-id mail-followup-to mail-reply-to followup-to`),
  },
  {
    why: 'a list of which the reader is no subscriber (RFC 2369, RFC 2919)',
    names: words('list-* x-list-* x-unsubscribe* mailing-list x-mailing-list'),
  },
  {
    why: 'makes mail programs replace mail, or trust a key that is not the sender’s',
    names: words(`
      supersedes obsoletes expires expiry-date autocrypt* openpgp
      require-recipient-valid-since deferred-delivery`),
  },
  {
    why: 'an order to a sending service, which may be our relay: more recipients, templates, tracking',
    names: words(`
      x-smtpapi x-msys-api x-mc-* x-mailgun-* x-pm-* x-ses-* x-mj-* x-mailjet-*
      x-mailin-* x-sib-* x-elasticemail-* x-ms-exchange-*`),
  },
]

const names = new Set<string>()
const beginnings: string[] = []
for (const name of droppedFields.flatMap((kind) => kind.names)) {
  if (name.endsWith('*')) beginnings.push(name.slice(0, -1))
  else names.add(name)
}

/** `name` is in lower case. */
export const isDropped = (name: string): boolean =>
  names.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
