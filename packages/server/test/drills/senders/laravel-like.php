<?php
// A worker as Laravel has it: each job makes its mail again, by Symfony's mailer, and is tried three times.
require '/usr/share/php/Symfony/Component/Mailer/autoload.php';

use Symfony\Component\Mailer\Envelope;
use Symfony\Component\Mailer\Exception\TransportExceptionInterface;
use Symfony\Component\Mailer\Transport\Smtp\EsmtpTransport;
use Symfony\Component\Mime\Address;
use Symfony\Component\Mime\Email;

$work = json_decode(file_get_contents($argv[1]), true);
$transport = new EsmtpTransport($work['host'], $work['port'], false);
$transport->setUsername($work['username'])->setPassword($work['password']);
$backoff = [0.6, 1.2];

function say(array $line): void
{
    echo json_encode($line), "\n";
}

$began = microtime(true);
$jobs = array_map(fn ($mail) => [...$mail, 'due' => $began + $mail['at_ms'] / 1000, 'tries' => 0], $work['mails']);
while ($jobs) {
    usort($jobs, fn ($one, $other) => $one['due'] <=> $other['due']);
    $job = array_shift($jobs);
    usleep((int) (1e6 * max(0, $job['due'] - microtime(true))));
    $email = (new Email())->from($job['from'])->to($job['to'])->subject($job['subject'])->text($job['text']);
    try {
        $transport->send($email, new Envelope(new Address($job['from']), [new Address($job['to'])]));
        say(['mail' => $job['name'], 'result' => 'accepted']);
        continue;
    } catch (TransportExceptionInterface $failure) {
        $code = intdiv($failure->getCode(), 100);
        $result = [4 => 'deferred', 5 => 'refused'][$code] ?? 'broken';
        say(['mail' => $job['name'], 'result' => $result, 'said' => $failure->getMessage()]);
    }
    if (++$job['tries'] > count($backoff)) {
        say(['mail' => $job['name'], 'result' => 'given up']);
        continue;
    }
    $jobs[] = [...$job, 'due' => microtime(true) + $backoff[$job['tries'] - 1]];
}
