import type { Credentials } from '../credentials.ts'
import { elixirString } from '../source-strings.ts'

export function elixir({ host, port, tls, username, password }: Credentials): string {
  const encryption = tls === 'implicit' ? 'ssl: true,' : 'tls: :always,'
  const options = tls === 'implicit' ? 'sockopts' : 'tls_options'
  return `# config/dev.exs
config :my_app, MyApp.Mailer,
  adapter: Swoosh.Adapters.SMTP,
  relay: ${elixirString(host)},
  port: ${port},
  ${encryption}
  auth: :always,
  username: ${elixirString(username)},
  password: ${elixirString(password)},
  # Accepts the self-signed certificate that Mailstop makes for itself.
  ${options}: [verify: :verify_none]
`
}
