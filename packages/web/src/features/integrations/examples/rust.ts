import type { Credentials } from '../credentials.ts'
import { rustString } from '../source-strings.ts'

export function rust({ host, port, tls, username, password }: Credentials): string {
  const [mode, note] = tls === 'implicit' ? ['Wrapper', 'TLS'] : ['Required', 'STARTTLS']
  return `use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Message, SmtpTransport, Transport};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = ${rustString(host)};
    // Accepts the self-signed certificate that Mailstop makes for itself.
    let tls = TlsParameters::builder(host.into())
        .dangerous_accept_invalid_certs(true)
        .dangerous_accept_invalid_hostnames(true)
        .build()?;
    let mailer = SmtpTransport::builder_dangerous(host)
        .port(${port})
        .tls(Tls::${mode}(tls)) // ${note}
        .credentials(Credentials::new(
            ${rustString(username)}.into(),
            ${rustString(password)}.into(),
        ))
        .build();

    let mail = Message::builder()
        .from("app@example.test".parse()?)
        .to("you@example.test".parse()?)
        .subject("Hello from Rust")
        .body(String::from("Caught."))?;
    mailer.send(&mail)?;
    Ok(())
}
`
}
