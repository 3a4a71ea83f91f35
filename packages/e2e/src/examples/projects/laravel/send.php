<?php
// Takes the .env beside it the way a Laravel app does, with phpdotenv, Laravel's `env()` and its
// reader of MAIL_URL, as config/mail.php of its skeleton names the values. What they say goes to
// Symfony's mailer as Laravel's MailManager hands it over.
require '/usr/share/php/Dotenv/autoload.php';
require '/usr/share/php/Illuminate/Support/autoload.php';
require '/usr/share/php/Symfony/Component/Mailer/autoload.php';

use Illuminate\Support\ConfigurationUrlParser;
use Illuminate\Support\Env;
use Symfony\Component\Mailer\Mailer;
use Symfony\Component\Mailer\Transport\Dsn;
use Symfony\Component\Mailer\Transport\Smtp\EsmtpTransportFactory;
use Symfony\Component\Mime\Email;

Dotenv\Dotenv::create(Env::getRepository(), __DIR__)->load();

$config = (new ConfigurationUrlParser)->parseConfiguration([
    'transport' => 'smtp',
    'scheme' => Env::get('MAIL_SCHEME'),
    'url' => Env::get('MAIL_URL'),
    'host' => Env::get('MAIL_HOST', '127.0.0.1'),
    'port' => Env::get('MAIL_PORT', 2525),
    'username' => Env::get('MAIL_USERNAME'),
    'password' => Env::get('MAIL_PASSWORD'),
]);
if (Env::get('MAIL_MAILER') !== 'smtp' || $config['driver'] !== 'smtp') {
    exit(1);
}
$transport = (new EsmtpTransportFactory)->create(new Dsn(
    $config['scheme'],
    $config['host'],
    $config['username'],
    $config['password'],
    $config['port'],
    $config
));
(new Mailer($transport))->send((new Email)
    ->from('app@example.test')
    ->to('you@example.test')
    ->subject('Hello from Laravel')
    ->text('Caught.'));
