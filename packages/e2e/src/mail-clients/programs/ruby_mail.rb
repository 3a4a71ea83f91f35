# Sends a mail as a Rails app does, with the mail gem, and prints what the gem says it is.
require 'mail'

host, port, mode, username, password, sender, recipient, subject = ARGV

mail = Mail.new do
  from sender
  to recipient
  subject subject
  text_part { content_type 'text/plain; charset=UTF-8'; body "Zürich\n.dot\n..dots\n" }
  html_part { content_type 'text/html; charset=UTF-8'; body '<p>Zürich</p>' }
  add_file filename: 'prices.csv', content: "tea,2.40\n"
end
mail.delivery_method :smtp, {
  address: host,
  port: port.to_i,
  user_name: username,
  password: password,
  authentication: :login,
  enable_starttls_auto: mode == 'starttls',
  ssl: mode == 'tls',
  openssl_verify_mode: 'none',
}
mail.deliver!
$stdout.binmode
$stdout.write(mail.encoded)
