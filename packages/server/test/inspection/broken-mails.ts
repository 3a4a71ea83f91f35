const all = (folder: string, names: string) =>
  names.split(' ').map((name) => `${folder}/${name}.eml`)
const malformed = (names: string) => all('stalwart-mail-parser/malformed', names)
const thirdParty = (names: string) => all('stalwart-mail-parser/thirdparty', names)
const rfc = (names: string) => all('stalwart-mail-parser/rfc', names)

/** Mails of the corpora that are rightly called broken, by what is wrong with them. */
export const brokenMails: Record<string, string[]> = {
  // Some are parts of mails, or name a sender without an address; one has two senders.
  'headers.from': [
    ...all(
      'mikel-mail',
      'error_emails/bad_encoded_subject plain_emails/raw_email_with_at_display_name',
    ),
    ...malformed('000 001 002 003 004 005 006 007 008 009 010 011 012 013 014 016 018 019'),
    ...rfc('001 004 007 008'),
    ...thirdParty('000 001 002 003 004 005 006 007 009 010 013'),
  ],
  'headers.repeated': [
    ...all(
      'mikel-mail/error_emails',
      'multiple_content_types multiple_invalid_content_dispositions multiple_references_with_one_invalid',
    ),
    ...all(
      'mikel-mail/mime_emails',
      'raw_email_with_binary_encoded raw_email_with_multipart_mixed_quoted_boundary',
    ),
    ...malformed('019'),
  ],
  'row.no-subject': [
    ...all('mikel-mail/error_emails', 'content_transfer_encoding_spam weird_to_header'),
    ...all('mikel-mail/plain_emails', 'raw_email10 raw_email5 raw_email6'),
    ...all('mikel-mail/rfc2822', 'example03 example04 example10 example11'),
    ...malformed('000 001 002 003 004 005 006 007 008 009 010 011 012 013 014 016 018'),
    ...rfc('008'),
    ...thirdParty('000 001 002 003 004 005 007 008 012 013'),
  ],
  // These were edited after they had been signed.
  'authentication.body-changed': all(
    'mikel-mail/error_emails',
    'empty_group_lists empty_in_reply_to',
  ),
  'accessibility.image-alt': [
    ...all('own', 'newsletter-with-images'),
    ...all('mikel-mail/attachment_emails', 'attachment_message_rfc822_inline_image'),
    ...all('mikel-mail/error_emails', 'content_transfer_encoding_with_8bits'),
  ],
  'accessibility.link-name': all('mikel-mail/error_emails', 'content_transfer_encoding_with_8bits'),
  'images.missing-part': all('own', 'newsletter-with-images'),
  'clients.script': all('own', 'line-feeds-only'),
  'filters.blocked-file': all('own', 'invoice-with-files'),
  'structure.alternative-order': [...malformed('019 020 021'), ...thirdParty('006')],
  // A boundary that is not named, or does not occur.
  'structure.boundary': [
    ...all('own', 'boundary-not-named'),
    ...all('mikel-mail/error_emails', 'bad_date_header2 missing_body'),
    ...malformed('002 004 007'),
  ],
  // The text has nothing of the html.
  'text.differs': [...all('mikel-mail/error_emails', 'bad_subject'), ...rfc('006')],
}
