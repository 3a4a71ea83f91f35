# The mail gem of Ruby, and so net/smtp, with an address and a port, and a login where there is one.
require 'mail'

host, port, subject, username, password = ARGV
login = username ? { user_name: username, password: password } : {}
mail = Mail.new(from: 'app@sender.test', to: 'you@recipient.test', subject: subject, body: 'Caught.')
mail.delivery_method :smtp, { address: host, port: port.to_i, **login }
mail.deliver!
