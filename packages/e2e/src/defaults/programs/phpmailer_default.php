<?php
// PHPMailer with a host and a port, and a login where there is one.
require '/usr/share/php/libphp-phpmailer/autoload.php';

[, $host, $port, $subject] = $argv;
$mail = new PHPMailer\PHPMailer\PHPMailer(true);
$mail->isSMTP();
$mail->Host = $host;
$mail->Port = (int) $port;
if (isset($argv[5])) {
    $mail->SMTPAuth = true;
    [, , , , $mail->Username, $mail->Password] = $argv;
}
$mail->setFrom('app@sender.test');
$mail->addAddress('you@recipient.test');
$mail->Subject = $subject;
$mail->Body = 'Caught.';
$mail->send();
