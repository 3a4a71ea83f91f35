import type { SendMailOptions } from 'nodemailer'

/** The source of a mail that is kept and not sent. Nothing it is made of is fetched or read from disk. */
export async function composeSource(mail: SendMailOptions): Promise<Uint8Array> {
  // Loaded only when a mail is made.
  const { createTransport } = await import('nodemailer')
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail({ ...mail, ...closed })
  return new Uint8Array(message as Buffer)
}
