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

const note = '# Accepts the self-signed certificate that Mailstop makes for itself.'

/** The URL adds to the other values what Laravel reads from nowhere else in `.env`. */
export function laravel(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp'
  const url = `smtp://${urlHost(host)}:${port}?verify_peer=false`
  return `# .env
MAIL_MAILER=smtp
MAIL_SCHEME=${scheme}
MAIL_HOST=${laravelString(host)}
MAIL_PORT=${port}
MAIL_USERNAME=${laravelString(username)}
MAIL_PASSWORD=${laravelString(password)}
${selfSigned ? `\n${note}\nMAIL_URL=${laravelString(url)}\n` : ''}`
}

const djangoTrust = `
${note}
import ssl
from django.core.mail.backends.smtp import EmailBackend

EmailBackend.ssl_context = ssl.create_default_context()
EmailBackend.ssl_context.check_hostname = False
EmailBackend.ssl_context.verify_mode = ssl.CERT_NONE
`

const djangoTls = {
  none: '',
  starttls: 'EMAIL_USE_TLS = True  # STARTTLS\n',
  implicit: 'EMAIL_USE_SSL = True\n',
}

export function django(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  return `# settings.py
EMAIL_BACKEND = 'django.core.mail.backends.smtp.EmailBackend'
EMAIL_HOST = ${singleQuoted(host)}
EMAIL_PORT = ${port}
EMAIL_HOST_USER = ${singleQuoted(username)}
EMAIL_HOST_PASSWORD = ${singleQuoted(password)}
${djangoTls[tls]}${selfSigned ? djangoTrust : ''}`
}

const railsTls = {
  none: '',
  starttls: '  enable_starttls: true,\n',
  implicit: '  tls: true,\n',
}

export function rubyOnRails(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const trust = selfSigned ? `,\n  ${note}\n  openssl_verify_mode: 'none'` : ''
  return `# config/environments/development.rb
config.action_mailer.delivery_method = :smtp
config.action_mailer.smtp_settings = {
  address: ${plainQuoted(host)},
  port: ${port},
${railsTls[tls]}  user_name: ${plainQuoted(username)},
  password: ${plainQuoted(password)},
  authentication: :plain${trust}
}
`
}

/** The mailer takes STARTTLS if it is offered. */
export function symfony(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp'
  const login = `${urlPart(username)}:${urlPart(password)}`
  const [why, option] = selfSigned
    ? [
        '# verify_peer=0 accepts the self-signed certificate that Mailstop makes for itself.\n',
        '?verify_peer=0',
      ]
    : ['', '']
  return `# .env.local
${why}MAILER_DSN="${scheme}://${login}@${urlHost(host)}:${port}${option}"
`
}

const springTls = {
  none: [],
  starttls: ['starttls.enable=true', 'starttls.required=true'],
  implicit: ['ssl.enable=true'],
}

export function springBoot(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const property = (line: string) => `spring.mail.properties.mail.smtp.${line}\n`
  const trust = ['ssl.trust=*', 'ssl.checkserveridentity=false'].map(property).join('')
  return `# application.properties
spring.mail.host=${springValue(host)}
spring.mail.port=${port}
spring.mail.username=${springValue(username)}
spring.mail.password=${springValue(password)}
${property('auth=true')}${springTls[tls].map(property).join('')}${selfSigned ? `\n${note}\n${trust}` : ''}`
}

const elixirTls = { none: 'tls: :never', starttls: 'tls: :always', implicit: 'ssl: true' }

export function elixir(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  const option = tls === 'implicit' ? 'sockopts' : 'tls_options'
  const name = `server_name_indication: String.to_charlist(${elixirString(host)})`
  const verified = `[verify: :verify_peer, cacerts: :public_key.cacerts_get(), ${name}]`
  const trust = selfSigned
    ? `${note}\n  ${option}: [verify: :verify_none]`
    : `${option}: ${verified}`
  return `# config/dev.exs
config :my_app, MyApp.Mailer,
  adapter: Swoosh.Adapters.SMTP,
  relay: ${elixirString(host)},
  port: ${port},
  ${elixirTls[tls]},
  auth: :always,
  username: ${elixirString(username)},
  password: ${elixirString(password)}${tls === 'none' ? '' : `,\n  ${trust}`}
`
}

/** PHP's `mail()` hands its mail to a program, and this one speaks SMTP. */
const msmtpTls = {
  none: 'tls off',
  starttls: 'tls on\ntls_starttls on',
  implicit: 'tls on\ntls_starttls off',
}

export function phpMsmtp(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  return `# ~/.msmtprc, readable by its owner alone (chmod 600)
account default
host ${msmtpValue(host)}
port ${port}
auth plain
user ${msmtpValue(username)}
password ${msmtpValue(password)}
from app@example.test
${msmtpTls[tls]}
${selfSigned ? `${note}\ntls_certcheck off\n` : ''}
# php.ini:
# sendmail_path = "msmtp --read-recipients"
`
}

/** PHPMailer takes a host as URLs have it, since a port may follow. */
const wordpressTls = {
  none: '',
  starttls: "    $mailer->SMTPSecure = 'tls'; // STARTTLS\n",
  implicit: "    $mailer->SMTPSecure = 'ssl'; // TLS\n",
}

const wordpressTrust = `    // Accepts the self-signed certificate that Mailstop makes for itself.
    $mailer->SMTPOptions = ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]];
`

export function wordpress(credentials: Credentials): string {
  const { host, port, tls, selfSigned, username, password } = credentials
  return `<?php
// wp-content/mu-plugins/mailstop.php
add_action('phpmailer_init', function ($mailer) {
    $mailer->isSMTP();
    $mailer->Host = ${plainQuoted(urlHost(host))};
    $mailer->Port = ${port};
${wordpressTls[tls]}    $mailer->SMTPAuth = true;
    $mailer->Username = ${plainQuoted(username)};
    $mailer->Password = ${plainQuoted(password)};
${selfSigned ? wordpressTrust : ''}});
`
}
