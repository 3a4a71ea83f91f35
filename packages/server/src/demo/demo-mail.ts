import type { SendMailOptions } from 'nodemailer'

/** One mail of the demonstration inbox: what an app or a person would have sent, and how long ago. */
export type DemoMail = {
  minutesAgo: number
  /** A function when the bytes are written by hand and need the value of the Date header. */
  mail: SendMailOptions | ((date: string) => SendMailOptions)
}

export const hours = 60
export const days = 24 * hours

/** The person whose apps send all this. */
export const dana = { name: 'Dana Demo', address: 'dana@mailstop.test' }
