import type { Credentials } from './account.ts'
import { openConnection } from './one-connection.ts'

/** Sends one mail for each subject, in order, and resolves when all are accepted. */
export async function sendMails(to: Credentials, subjects: readonly string[]): Promise<void> {
  const connection = openConnection(to)
  try {
    for (const subject of subjects) {
      await connection.sendMail({
        from: 'The Shop <shop@sender.test>',
        to: 'someone@recipient.test',
        subject,
        text: `About ${subject}.`,
      })
    }
  } finally {
    connection.close()
  }
}
