# Sends a mail with Email::Sender, and prints what it was given.
use strict;
use warnings;
use Email::Sender::Simple qw(sendmail);
use Email::Sender::Transport::SMTP;
use Email::Simple;

my ($host, $port, $mode, $username, $password, $sender, $recipient, $subject) = @ARGV;
my $mail = Email::Simple->create(
    header => [From => $sender, To => $recipient, Subject => $subject],
    body => "text\n.dot\n..dots\n",
);
my $transport = Email::Sender::Transport::SMTP->new({
    host => $host,
    port => $port,
    ssl => { plain => 0, starttls => 'starttls', tls => 'ssl' }->{$mode},
    ssl_options => { SSL_verify_mode => 0 },
    sasl_username => $username,
    sasl_password => $password,
});
sendmail($mail, { transport => $transport });
print $mail->as_string;
