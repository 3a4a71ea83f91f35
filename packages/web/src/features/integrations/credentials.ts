/** How a port gets encrypted: by a command after the greeting, or from its first byte on. */
export type PortTls = 'starttls' | 'implicit'

/** What an app needs to send to a team, by one port of the server. */
export type Credentials = {
  host: string
  port: number
  tls: PortTls
  username: string
  password: string
}
