/** The attachment of every sample mail. */
export const attached = { filename: 'prices.csv', text: 'tea,2.40\r\ncake,3.10\r\n' }

/** A mail with a plain and an HTML text, lines that begin with dots, and an attachment. */
export function sampleMail(subject: string): Buffer {
  const lines = [
    'From: The Shop <shop@sender.test>',
    'To: someone@recipient.test',
    `Subject: ${subject}`,
    'Date: Sat, 21 Nov 2026 09:41:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: multipart/alternative; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Two lines that begin with dots:',
    '.one',
    '..two',
    '.',
    'and this one after a dot alone.',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<h1>HTML of ${subject}</h1><script>parent.document.title = "taken over"</script>`,
    '--inner--',
    '--outer',
    `Content-Type: text/csv; name="${attached.filename}"`,
    `Content-Disposition: attachment; filename="${attached.filename}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(attached.text).toString('base64'),
    '--outer--',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}
