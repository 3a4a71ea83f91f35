# Sends the bytes of a file with Perl's Net::SMTP.
use strict;
use warnings;
use Net::SMTP;

my ($host, $port, $mode, $username, $password, $sender, $recipient, $subject, $file) = @ARGV;
open(my $handle, '<:raw', $file) or die $!;
my $source = do { local $/; <$handle> };

my @tls = (SSL_verify_mode => 0);
my $smtp = Net::SMTP->new($host, Port => $port, $mode eq 'tls' ? (SSL => 1, @tls) : ()) or die $@;
$smtp->starttls(@tls) or die $smtp->message if $mode eq 'starttls';
$smtp->auth($username, $password) or die $smtp->message;
$smtp->mail($sender) or die $smtp->message;
$smtp->to($recipient) or die $smtp->message;
$smtp->data($source) or die $smtp->message;
$smtp->quit;
