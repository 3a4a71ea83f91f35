<?php
// Symfony's mailer with a DSN of a host and a port, and a login where there is one; Laravel makes the same.
require '/usr/share/php/Symfony/Component/Mailer/autoload.php';

[, $host, $port, $subject] = $argv;
$login = isset($argv[5]) ? rawurlencode($argv[4]) . ':' . rawurlencode($argv[5]) . '@' : '';
$transport = Symfony\Component\Mailer\Transport::fromDsn("smtp://$login$host:$port");
(new Symfony\Component\Mailer\Mailer($transport))->send((new Symfony\Component\Mime\Email())
    ->from('app@sender.test')
    ->to('you@recipient.test')
    ->subject($subject)
    ->text('Caught.'));
