<?php
// Reads the .env.local beside it as a Symfony app does, and sends by the mailer that it names.
require '/usr/share/php/Symfony/Component/Dotenv/autoload.php';
require '/usr/share/php/Symfony/Component/Mailer/autoload.php';

use Symfony\Component\Dotenv\Dotenv;
use Symfony\Component\Mailer\Mailer;
use Symfony\Component\Mailer\Transport;
use Symfony\Component\Mime\Email;

(new Dotenv)->load(__DIR__ . '/.env.local');
(new Mailer(Transport::fromDsn($_ENV['MAILER_DSN'])))->send((new Email)
    ->from('app@example.test')
    ->to('you@example.test')
    ->subject('Hello from Symfony')
    ->text('Caught.'));
