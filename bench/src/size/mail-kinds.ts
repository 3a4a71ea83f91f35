import { variedMail } from '../inbox/varied-mails.ts'
import { sampleMails } from '../load/sample-mails.ts'

/** The mails of `bench:ingest` and of `bench:inbox`. */
export type MailKind = {
  name: string
  mail: (index: number) => { envelope: { from: string; to: string[] }; source: Uint8Array }
}

const end = '\r\n.\r\n'

export const mailKinds: MailKind[] = [
  {
    name: 'ingest',
    mail(index) {
      const [sample] = sampleMails(index + 1, 1)
      if (!sample) throw new Error('No mail was made')
      const { content, numberAt } = sample
      content.write(String(index).padStart(12, '0'), numberAt, 'latin1')
      return {
        envelope: { from: 'bounces@shop.example', to: ['customer@customers.example'] },
        source: new Uint8Array(content.subarray(0, content.length - end.length)),
      }
    },
  },
  { name: 'inbox', mail: variedMail },
]
