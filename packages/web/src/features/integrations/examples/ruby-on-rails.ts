import type { Credentials } from '../credentials.ts'
import { plainQuoted } from '../source-strings.ts'

export function rubyOnRails({ host, port, tls, username, password }: Credentials): string {
  return `# config/environments/development.rb
config.action_mailer.delivery_method = :smtp
config.action_mailer.smtp_settings = {
  address: ${plainQuoted(host)},
  port: ${port},
  ${tls === 'implicit' ? 'tls: true,' : 'enable_starttls_auto: true,'}
  user_name: ${plainQuoted(username)},
  password: ${plainQuoted(password)},
  authentication: :plain,
  # Accepts the self-signed certificate that Mailstop makes for itself.
  openssl_verify_mode: 'none'
}
`
}
