import type { Credentials } from '../credentials.ts'
import {
  elixirString,
  laravelString,
  msmtpValue,
  plainQuoted,
  singleQuoted,
  springValue,
  urlHost,
  urlPart,
} from '../source-strings.ts'

/** How frameworks are configured to send with the credentials of a team. */

/** The URL adds to the other values what Laravel reads from nowhere else in `.env`. */
export function laravel({ host, port, tls, username, password }: Credentials): string {
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp'
  const url = `smtp://${urlHost(host)}:${port}?verify_peer=false`
  return `# .env
MAIL_MAILER=smtp
MAIL_SCHEME=${scheme}
MAIL_HOST=${laravelString(host)}
MAIL_PORT=${port}
MAIL_USERNAME=${laravelString(username)}
MAIL_PASSWORD=${laravelString(password)}

# Accepts the self-signed certificate that Mailstop makes for itself.
MAIL_URL=${laravelString(url)}
`
}

export function django({ host, port, tls, username, password }: Credentials): string {
  return `# settings.py
EMAIL_BACKEND = 'django.core.mail.backends.smtp.EmailBackend'
EMAIL_HOST = ${singleQuoted(host)}
EMAIL_PORT = ${port}
EMAIL_HOST_USER = ${singleQuoted(username)}
EMAIL_HOST_PASSWORD = ${singleQuoted(password)}
${tls === 'implicit' ? 'EMAIL_USE_SSL = True' : 'EMAIL_USE_TLS = True  # STARTTLS'}

# Accepts the self-signed certificate that Mailstop makes for itself.
import ssl
from django.core.mail.backends.smtp import EmailBackend

EmailBackend.ssl_context = ssl.create_default_context()
EmailBackend.ssl_context.check_hostname = False
EmailBackend.ssl_context.verify_mode = ssl.CERT_NONE
`
}

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

/** The mailer takes STARTTLS if it is offered. */
export function symfony({ host, port, tls, username, password }: Credentials): string {
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp'
  const login = `${urlPart(username)}:${urlPart(password)}`
  return `# .env.local
# verify_peer=0 accepts the self-signed certificate that Mailstop makes for itself.
MAILER_DSN="${scheme}://${login}@${urlHost(host)}:${port}?verify_peer=0"
`
}

export function springBoot({ host, port, tls, username, password }: Credentials): string {
  const mode = tls === 'implicit' ? 'ssl.enable' : 'starttls.required'
  const first = tls === 'implicit' ? '' : 'spring.mail.properties.mail.smtp.starttls.enable=true\n'
  return `# application.properties
spring.mail.host=${springValue(host)}
spring.mail.port=${port}
spring.mail.username=${springValue(username)}
spring.mail.password=${springValue(password)}
spring.mail.properties.mail.smtp.auth=true
${first}spring.mail.properties.mail.smtp.${mode}=true

# Accepts the self-signed certificate that Mailstop makes for itself.
spring.mail.properties.mail.smtp.ssl.trust=*
spring.mail.properties.mail.smtp.ssl.checkserveridentity=false
`
}

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

/** PHP's `mail()` hands its mail to a program, and this one speaks SMTP. */
export function phpMsmtp({ host, port, tls, username, password }: Credentials): string {
  return `# ~/.msmtprc, readable by its owner alone (chmod 600)
account default
host ${msmtpValue(host)}
port ${port}
auth plain
user ${msmtpValue(username)}
password ${msmtpValue(password)}
from app@example.test
tls on
tls_starttls ${tls === 'implicit' ? 'off' : 'on'}
# Accepts the self-signed certificate that Mailstop makes for itself.
tls_certcheck off

# php.ini:
# sendmail_path = "msmtp --read-recipients"
`
}

/** PHPMailer takes a host as URLs have it, since a port may follow. */
export function wordpress({ host, port, tls, username, password }: Credentials): string {
  const [secure, note] = tls === 'implicit' ? ['ssl', 'TLS'] : ['tls', 'STARTTLS']
  return `<?php
// wp-content/mu-plugins/mailstop.php
add_action('phpmailer_init', function ($mailer) {
    $mailer->isSMTP();
    $mailer->Host = ${plainQuoted(urlHost(host))};
    $mailer->Port = ${port};
    $mailer->SMTPSecure = '${secure}'; // ${note}
    $mailer->SMTPAuth = true;
    $mailer->Username = ${plainQuoted(username)};
    $mailer->Password = ${plainQuoted(password)};
    // Accepts the self-signed certificate that Mailstop makes for itself.
    $mailer->SMTPOptions = ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]];
});
`
}
