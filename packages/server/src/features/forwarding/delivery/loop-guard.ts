import { addressKey } from '../../../lib/network/address-key.ts'
import { parseAddresses } from '../../../mime/headers/addresses.ts'

export type ServerIdentity = {
  /** MAIL_FROM: where this server sends from, with or without a name. */
  mailFrom: string
  /** The host that catches mail. */
  smtpHost: string
  /** Marks the mail that it has forwarded. */
  mark: string
}

/** Mail that is forwarded to an address of the server itself would come back to it. */
export function isOwnAddress(
  address: string,
  { mailFrom, smtpHost }: Omit<ServerIdentity, 'mark'>,
): boolean {
  const key = addressKey(address)
  const from = addressKey(parseAddresses(mailFrom, 1)[0]?.address ?? '')
  return key === from || key.endsWith(`@${smtpHost.toLowerCase()}`)
}

export const ownAddressText =
  'This address belongs to this server. Forwarding to it would make a loop.'
