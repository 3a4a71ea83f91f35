//! lettre with a host and a port, and a login where there is one. It calls a transport that need not encrypt dangerous.
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Message, SmtpTransport, Transport};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut mailer = SmtpTransport::builder_dangerous(&args[0]).port(args[1].parse()?);
    if args.len() > 3 {
        mailer = mailer.credentials(Credentials::new(args[3].clone(), args[4].clone()));
    }
    let mail = Message::builder()
        .from("app@sender.test".parse()?)
        .to("you@recipient.test".parse()?)
        .subject(&args[2])
        .body(String::from("Caught."))?;
    mailer.build().send(&mail)?;
    Ok(())
}
