import { content, long, mail, rcpt, states, ehlo, type Dialogue } from './states.ts'

export const otherDialogues: Dialogue[] = [
  {
    title: 'two mails in one connection',
    steps: [...states.delivered, mail, rcpt, ['DATA', '354'], content],
  },
  {
    title: 'RSET forgets the mail',
    steps: [...states.recipient, ['RSET', '250'], ['DATA', '503'], mail],
  },
  {
    title: 'EHLO forgets the mail, not the login',
    steps: [...states.recipient, ehlo, ['DATA', '503'], mail],
  },
  {
    title: 'a refused MAIL opens nothing',
    steps: [...states.authenticated, ['MAIL FROM:x', '501'], ['RCPT TO:<a@b>', '503']],
  },
  {
    title: 'a refused chunk is read and thrown away',
    steps: [...states.mail, ['BDAT 4\r\nQUIT', '554 5.5.1'], ['NOOP', '250 2.0.0']],
  },
  {
    title: 'a refused RCPT adds nobody',
    steps: [...states.mail, ['RCPT TO:x', '501'], ['DATA', '554 5.5.1']],
  },
  {
    title: 'an empty mail',
    steps: [...states.recipient, ['DATA', '354'], ['.', '250 2.0.0 Ok: queued as']],
  },
  {
    title: 'a pipelined group',
    steps: [
      ...states.authenticated,
      [
        'MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nRCPT TO:<x>\r\nDATA',
        '250 2.1.0',
        '250 2.1.5',
        '501 5.1.3',
        '354',
      ],
      content,
    ],
  },
  {
    title: 'a pipelined group that is refused',
    steps: [
      ...states.authenticated,
      ['MAIL FROM:<a@b>\r\nRCPT TO:<>\r\nDATA\r\nQUIT', '250', '501', '554', '221'],
    ],
  },
  {
    title: 'a whole pipelined mail by BDAT',
    steps: [
      ...states.authenticated,
      [
        'MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nBDAT 3\r\nabcBDAT 2 LAST\r\nde\r\nNOOP'.replace(
          'de\r\n',
          'de',
        ),
        '250',
        '250',
        '250 2.0.0 3',
        '250 2.0.0 Ok: queued',
      ],
    ],
  },
  {
    title: 'chunks, then the last one empty',
    steps: [...states.chunk, ['BDAT 0 LAST', '250 2.0.0 Ok: queued as']],
  },
  {
    title: 'chunks, then RSET',
    steps: [...states.chunk, ['RSET', '250'], ['BDAT 1 LAST\r\nx', '503']],
  },
  {
    title: 'DATA after a chunk',
    steps: [...states.chunk, ['DATA', '503 5.5.1'], ['BDAT 0 LAST', '250']],
  },
  { title: 'a recipient after a chunk', steps: [...states.chunk, ['RCPT TO:<c@d>', '503 5.5.1']] },
  {
    title: 'recipients up to the limit',
    limits: { recipients: 2 },
    steps: [...states.recipient, rcpt, ['RCPT TO:<c@d>', '452 4.5.3'], ['DATA', '354'], content],
  },
  {
    title: 'a mail as big as allowed',
    limits: { messageBytes: 10 },
    steps: [...states.recipient, ['DATA', '354'], ['12345678\r\n.', '250 2.0.0 Ok: queued']],
  },
  {
    title: 'a mail a byte too big',
    limits: { messageBytes: 10 },
    steps: [
      ...states.recipient,
      ['DATA', '354'],
      ['123456789\r\n.', '552 5.3.4'],
      ['DATA', '503'],
      mail,
    ],
  },
  {
    title: 'stuffed dots do not count',
    limits: { messageBytes: 10 },
    steps: [...states.recipient, ['DATA', '354'], ['.12345678\r\n.', '250']],
  },
  {
    title: 'a mail beyond what is read',
    limits: { messageBytes: 10, discardBytes: 20 },
    steps: [...states.recipient, ['DATA', '354'], [long(30), '552 5.3.4']],
  },
  {
    title: 'a last chunk as big as allowed',
    limits: { messageBytes: 10 },
    steps: [...states.recipient, ['BDAT 10 LAST\r\n1234567890', '250 2.0.0 Ok: queued']],
  },
  {
    title: 'chunks a byte too big together',
    limits: { messageBytes: 10 },
    steps: [...states.chunk, ['BDAT 6 LAST\r\n123456', '552 5.3.4'], ['BDAT 0 LAST', '503']],
  },
  {
    title: 'a chunk beyond what is read',
    limits: { messageBytes: 10, discardBytes: 20 },
    steps: [...states.recipient, ['BDAT 21 LAST', '552 5.3.4']],
  },
  {
    title: 'a declared size too big',
    limits: { messageBytes: 10 },
    steps: [
      ...states.authenticated,
      ['MAIL FROM:<a@b> SIZE=11', '552 5.3.4'],
      ['MAIL FROM:<a@b> SIZE=10', '250'],
    ],
  },
  {
    title: 'as many mails as allowed',
    limits: { transactionsPerConnection: 1 },
    steps: [...states.delivered, ['MAIL FROM:<a@b>', '421 4.7.0']],
  },
  {
    title: 'as many errors as allowed',
    limits: { errorsBeforeClose: 2 },
    steps: [
      ['FOO', '500'],
      ['FOO', '500'],
      ['NOOP', '250'],
    ],
  },
  {
    title: 'an error too many',
    limits: { errorsBeforeClose: 2 },
    steps: [
      ['FOO', '500'],
      ['FOO', '500'],
      ['FOO', '421 4.7.0'],
    ],
  },
  {
    title: 'errors that are delayed',
    limits: { errorsBeforeDelay: 0, errorDelayMs: 1 },
    steps: [
      ['FOO\r\nNOOP', '500', '250'],
      ['FOO', '500'],
    ],
  },
  {
    title: 'as many commands without a mail as allowed',
    limits: { linesPerMail: 2 },
    steps: [
      ['NOOP\r\nNOOP', '250', '250'],
      ['NOOP', '421 4.7.0'],
    ],
  },
  {
    title: 'a line that goes on beyond what is read',
    limits: { discardLineBytes: 3_000 },
    steps: [
      [`NOOP ${long(2_900)}`, '500 5.5.2'],
      ['NOOP', '250 2.0.0'],
    ],
  },
  {
    title: 'a longer command line',
    limits: { commandLineBytes: 20 },
    steps: [
      [`NOOP ${long(13)}`, '250'],
      [`NOOP ${long(14)}`, '500 5.5.2'],
      ['NOOP', '250'],
    ],
  },
  {
    title: 'bare LF only, then CRLF',
    steps: [
      ['NOOP\nNOOP', '500 5.5.2 Lines must end'],
      ['NOOP', '250'],
    ],
  },
]
