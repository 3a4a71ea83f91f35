/** How a port gets encrypted: never, by a command after the greeting, or from its first byte on. */
export type PortTls = 'none' | 'starttls' | 'implicit'

/** What an app needs to send to a team, by one port of the server. */
export type Credentials = {
  host: string
  port: number
  tls: PortTls
  /** The certificate of this port is self-signed, so an app needs a setting to accept it. */
  selfSigned: boolean
  username: string
  password: string
}
