import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../../config/config.ts'
import { oneLine } from '../../mime/text/one-line.ts'
import { relayOptions } from '../../mailer/relay.ts'
import { broken, doubtful, reasonOf, well, type Finding } from './finding.ts'

const answerMs = 5_000

/** Greets the relay and logs in, as before a mail; nothing is sent. */
export async function checkRelay(mailUrl: string | null): Promise<Finding> {
  if (mailUrl === null) {
    return well('relay', 'none: links are printed by the server and kept in the data folder')
  }
  const { createTransport } = await import('nodemailer')
  const options = relayOptions(mailUrl)
  const limits = { connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs }
  const where = `${options.host}:${options.port}`
  const transport = createTransport({ ...options, ...limits })
  try {
    await transport.verify()
    return well('relay', `${where} answers${options.auth ? ' and takes the login' : ''}`)
  } catch (error) {
    return broken(
      'relay',
      `${where}: ${oneLine(reasonOf(error), 300)}`,
      'Check MAIL_URL and the way to the relay.',
    )
  } finally {
    transport.close()
  }
}

/** Whether the names that browsers and apps are shown lead anywhere. */
export async function checkNames({ publicUrl, smtpHost }: Config): Promise<Finding[]> {
  const names = new Map([
    [smtpHost, 'SMTP_HOST'],
    ...(publicUrl ? [[publicUrl.hostname, 'PUBLIC_URL'] as const] : []),
  ])
  return Promise.all([...names].map(([name, setting]) => checkName(name, setting)))
}

async function checkName(name: string, setting: string): Promise<Finding> {
  const check = `name ${name}`
  // Addresses have brackets here, as in URLs.
  if (isIP(name.replaceAll(/[[\]]/g, '')) !== 0) return well(check, `${setting}: an address`)
  try {
    const found = await withinTime(lookup(name, { all: true }))
    return well(check, `${setting}: ${found.map(({ address }) => address).join(', ')}`)
  } catch (error) {
    const advice = `Add it to the DNS, or set ${setting} to a name that is there.`
    return doubtful(check, `${setting}: ${reasonOf(error)}`, advice)
  }
}

/** A resolver without an answer may try for half a minute. */
async function withinTime<T>(question: Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(answerMs)
  return Promise.race([
    question,
    new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject(new Error('the DNS does not answer')))
    }),
  ])
}
