# Email::Sender with a host and a port, and a login where there is one.
use strict;
use warnings;
use Email::Sender::Simple qw(sendmail);
use Email::Sender::Transport::SMTP;
use Email::Simple;

my ($host, $port, $subject, $username, $password) = @ARGV;
my @login = defined $username ? (sasl_username => $username, sasl_password => $password) : ();
my @header = (From => 'app@sender.test', To => 'you@recipient.test', Subject => $subject);
my $mail = Email::Simple->create(header => \@header, body => "Caught.\n");
my $transport = Email::Sender::Transport::SMTP->new({ host => $host, port => $port, @login });
sendmail($mail, { transport => $transport });
