# Action Mailer, as in Rails, with an address and a port, and a login where there is one.
require 'action_mailer'

host, port, subject, username, password = ARGV
login = username ? { user_name: username, password: password } : {}
ActionMailer::Base.smtp_settings = { address: host, port: port.to_i, **login }
ActionMailer::Base.mail(
  from: 'app@sender.test', to: 'you@recipient.test', subject: subject, body: 'Caught.'
).deliver_now
