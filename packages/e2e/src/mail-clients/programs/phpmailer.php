<?php
// Sends a mail with PHPMailer, as WordPress and others do, and prints what it says it sent.
require '/usr/share/php/libphp-phpmailer/autoload.php';

[, $host, $port, $mode, $username, $password, $sender, $recipient, $subject] = $argv;

$mail = new PHPMailer\PHPMailer\PHPMailer(true);
$mail->isSMTP();
$mail->Host = $host;
$mail->Port = (int) $port;
$mail->SMTPAuth = true;
$mail->Username = $username;
$mail->Password = $password;
$mail->SMTPAutoTLS = false;
$mail->SMTPSecure = ['plain' => '', 'starttls' => 'tls', 'tls' => 'ssl'][$mode];
$mail->SMTPOptions = ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]];
$mail->CharSet = 'UTF-8';
$mail->setFrom($sender);
$mail->addAddress($recipient);
$mail->Subject = $subject;
$mail->isHTML(true);
$mail->Body = '<p>Zürich</p>';
$mail->AltBody = "Zürich\n.dot\n..dots\n";
$mail->addStringAttachment("tea,2.40\n", 'prices.csv');
$mail->send();
// The empty rest after the last line end is sent as a line too.
echo $mail->getSentMIMEMessage() . "\r\n";
