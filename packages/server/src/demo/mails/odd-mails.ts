import { dana, days, hours, type DemoMail } from '../demo-mail.ts'
import { invoicePdf } from '../files/invoice-pdf.ts'
import { loafPicture } from '../files/pictures.ts'
import { zip } from '../files/zip.ts'

// What an inbox also gets: no subject, no end of subject, bytes that no standard foresaw.

/** A mail written byte by byte. @param text with LF line ends; its characters up to U+00FF become single bytes */
function byHand(from: string, lines: (date: string) => string[]): DemoMail['mail'] {
  return (date) => ({
    envelope: { from, to: [dana.address] },
    raw: Buffer.from(`${lines(date).join('\r\n')}\r\n`, 'latin1'),
  })
}

const noSubject: DemoMail = {
  minutesAgo: 3 * days + 40,
  mail: {
    from: 'scanner@mailstop.test',
    to: dana,
    attachments: [
      {
        filename: 'scan-0007.pdf',
        content: invoicePdf({
          seller: 'Scanner, second floor',
          title: 'Page 1 of 1',
          about: ['A receipt for parking, somewhat crooked'],
          lines: [{ text: 'Parking, 3 hours', amount: 'EUR 6.00' }],
          total: 'EUR 6.00',
          footer: 'scan-0007',
        }),
      },
    ],
  },
}

const longSubject: DemoMail = {
  minutesAgo: 10 * days,
  mail: {
    from: { name: 'Importer', address: 'jobs@mailstop.test' },
    to: 'data@mailstop.test',
    subject: `Import of customers-${Array.from({ length: 14 }, (_, index) => `region-${index + 1}`).join('-and-')}.csv finished with 3 warnings, of which none matters and one is a matter of taste`,
    text: '48,112 rows read, 48,109 taken over. Three postcodes look like telephone numbers.\n',
  },
}

const everyKind: DemoMail = {
  minutesAgo: days + 6 * hours,
  mail: {
    from: { name: 'Export', address: 'jobs@mailstop.test' },
    to: dana,
    subject: 'Everything you asked for',
    text: 'Nine files, of nine kinds. Two of them have interesting names, and one is empty.\n',
    attachments: [
      {
        filename: 'export.zip',
        content: zip({ 'README.txt': 'Two tables.\n', 'tables/people.csv': 'name\nDana\n' }),
      },
      { filename: 'people.csv', content: 'id,name\n1,Dana\n2,Ines\n' },
      { filename: 'settings.json', content: '{ "theme": "dark" }\n' },
      { filename: 'notes.md', content: '# Notes\n\nNone.\n' },
      { filename: 'loaf.png', content: loafPicture() },
      {
        filename: 'drawing.svg',
        content:
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#5a4fcf"/></svg>\n',
      },
      { filename: 'Rechnung für März – 2026 (größer).txt', content: 'Eine Zeile.\n' },
      { filename: '報告書.txt', content: '以上。\n' },
      { filename: 'empty', content: '', contentType: 'application/octet-stream' },
    ],
  },
}

const bounce: DemoMail = {
  minutesAgo: 2 * days + 12 * hours,
  mail: byHand('', (date) => [
    'From: Mail Delivery System <mailer-daemon@mx.customer.example>',
    `To: ${dana.address}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${date}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
    '',
    '--report',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I could not deliver your mail to one person.',
    '',
    '<nobdy@customer.example>: there is nobody of that name here',
    '',
    '--report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.customer.example',
    '',
    'Final-Recipient: rfc822; nobdy@customer.example',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 there is nobody of that name here',
    '',
    '--report',
    'Content-Type: message/rfc822',
    '',
    `From: ${dana.address}`,
    'To: nobdy@customer.example',
    'Subject: Hello',
    '',
    'Are you there?',
    '',
    '--report--',
  ]),
}

const brokenCharset: DemoMail = {
  minutesAgo: 12 * days,
  mail: byHand('fax@customer.example', (date) => [
    'From: Fax <fax@customer.example>',
    `To: ${dana.address}`,
    'Subject: =?x-fax-9000?Q?Seite_1_von_1?=',
    `Date: ${date}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset="x-fax-9000"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'The charset of this letter exists nowhere, and =ZZ is not an escape.',
    'What can be read is shown; the source is there as it came.',
  ]),
}

const rawBytes: DemoMail = {
  minutesAgo: 13 * days,
  mail: byHand('alt@customer.example', (date) => [
    'From: Käthe Größner <alt@customer.example>',
    `To: ${dana.address}`,
    'Subject: Grüße aus Köln',
    `Date: ${date}`,
    '',
    'Liebe Dana,',
    '',
    'mein Programm ist älter als jede Vorschrift über Umlaute: äöüß.',
    '.',
    '..und diese Zeilen beginnen mit Punkten.',
  ]),
}

const drawing: DemoMail = {
  minutesAgo: 14 * days,
  mail: {
    from: { name: 'harbour-sign', address: 'motd@edge-1.mailstop.test' },
    to: 'root@mailstop.test',
    subject: 'message of the day',
    text: `
                     │
                 ╱│  │
               ╱  │  │╲
             ╱    │  │  ╲
           ╱______│  │____╲
      ______________│____________
      ╲   ○    ○    ○    ○     ╱
   ～～～╲______________________╱～～～～～
    ～～～～～～～～～～～～～～～～～～～

   edge-1   up 214 days   load ▁▁▂▁▃▂▁▁▅▂▁
`,
  },
}

export const oddMails: DemoMail[] = [
  noSubject,
  longSubject,
  everyKind,
  bounce,
  brokenCharset,
  rawBytes,
  drawing,
]
