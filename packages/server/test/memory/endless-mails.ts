import { beginMail, connectAs } from '../durability/smtp-connection.ts'
import { askAll } from './asking.ts'
import { largeText, mailMb } from './large-mails.ts'
import type { Phase } from './phases.ts'

/** Mails without their last line: a process holds as much of them as it may, half as much again as `megabytes`. */
export const endlessMails = (megabytes: number): Phase => ({
  name: 'mails without an end are held',
  async run({ smtpPort }, { team }) {
    const source = Buffer.from(largeText())
    const send = async () => {
      const connection = await connectAs(smtpPort, team)
      const ready = await beginMail(connection)
      const reply = ready.startsWith('354') ? await connection.say(source) : ready
      connection.close()
      return { wrong: reply || 'the connection was cut' }
    }
    const count = Math.ceil((1.5 * megabytes) / mailMb)
    return [
      await askAll(
        'mails without an end',
        Array.from({ length: count }, () => send),
      ),
    ]
  },
})
