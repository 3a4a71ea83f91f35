<?php
// Sends a mail with Symfony's mailer, which Laravel uses too, and prints what it says it sent.
foreach (['Psr/Log', 'Psr/EventDispatcher', 'Symfony/Contracts', 'Symfony/Component/Mime',
    'Symfony/Component/Mailer'] as $component) {
    if (is_file("/usr/share/php/$component/autoload.php")) {
        require_once "/usr/share/php/$component/autoload.php";
    }
}

[, $host, $port, $mode, $username, $password, $sender, $recipient, $subject] = $argv;

$transport = new Symfony\Component\Mailer\Transport\Smtp\EsmtpTransport($host, (int) $port, $mode === 'tls');
$transport->setUsername($username);
$transport->setPassword($password);
$transport->getStream()->setStreamOptions(['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]);
$mail = (new Symfony\Component\Mime\Email())
    ->from($sender)
    ->to($recipient)
    ->subject($subject)
    ->text("Zürich\n.dot\n..dots\n")
    ->html('<p>Zürich</p>')
    ->attach("tea,2.40\n", 'prices.csv', 'text/csv');
// It always starts a new line for the final dot, even after a line end.
echo $transport->send($mail)->toString() . "\r\n";
