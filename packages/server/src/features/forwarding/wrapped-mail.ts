const boundary = 'mailstop-wrapped'

/** The header of a message that carries a mail as a file, when that cannot be sent as it is. */
export const wrapperFields = [
  'MIME-Version: 1.0',
  `Content-Type: multipart/mixed; boundary="${boundary}"`,
]

/** In base64, so not as message/rfc822, of which RFC 2046 section 5.2.1 allows no such encoding. */
export function wrapped(source: Buffer): Buffer {
  const lines = source.toString('base64').match(/.{1,76}/g) ?? []
  const text = [
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This mail cannot be forwarded in its original form. It is attached as it was caught.',
    `--${boundary}`,
    'Content-Type: application/octet-stream; name="mail.eml"',
    'Content-Disposition: attachment; filename="mail.eml"',
    'Content-Transfer-Encoding: base64',
    '',
    ...lines,
    `--${boundary}--`,
    '',
  ]
  return Buffer.from(text.join('\r\n'), 'latin1')
}
