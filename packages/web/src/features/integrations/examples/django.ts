import type { Credentials } from '../credentials.ts'
import { singleQuoted } from '../source-strings.ts'

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
