import type { Credentials } from '../credentials.ts'
import { springValue } from '../source-strings.ts'

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
