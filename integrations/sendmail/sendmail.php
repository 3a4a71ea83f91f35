#!/usr/bin/env php
<?php
// Sends standard input by SMTP as sendmail does, for containers with PHP and without Node:
//   sendmail_path = "php /usr/local/bin/sendmail.php -t --smtp-addr mailstop:1025"
// The server is that of --smtp-addr, of MAILSTOP_SMTP (mailstop:1025), or localhost:1025.
// It ends with a code of sysexits.h: 64 wrong usage, 65 wrong input, 69 refused, 75 try again, 78 wrong configuration.

const MOST_BYTES = 128 * 1024 * 1024;

function stop(int $code, string $why): never {
    fwrite(STDERR, "sendmail: $why\n");
    exit($code);
}

/** Refuses what would become lines or arguments of its own in the dialogue. */
function address(string $text): string {
    $bare = trim(preg_match('/<([^<>]*)>\s*$/', $text, $found) ? $found[1] : $text);
    if (preg_match('/[\x00-\x20<>\x7f]/', $bare)) stop(64, 'An address has spaces or control characters.');
    return $bare;
}

/** Splits a list of addresses at its commas, except in quotes, comments and angle brackets; names of groups are left out (RFC 5322, 3.4). */
function addresses(string $list): array {
    preg_match_all('/(?:"(?:[^"\\\\]|\\\\.)*"|\([^()]*\)|<[^<>]*>|[^,"(<])+/s', $list, $found);
    $texts = array_map(fn ($text) => trim(preg_replace('/\([^()]*\)|^[^"<@:]*:|;\s*$/', '', $text)), $found[0]);
    return array_map('address', array_filter($texts, fn ($text) => $text !== ''));
}

$server = getenv('MAILSTOP_SMTP') ?: 'localhost:1025';
$wrongServer = 78;
$from = null;
$readsHeader = false;
$to = [];
for ($words = array_slice($argv, 1); $words !== [];) {
    $word = array_shift($words);
    $value = function (int $length) use ($word, &$words): string {
        return substr($word, $length) ?: (array_shift($words) ?? stop(64, "$word needs a value."));
    };
    if ($word === '--') { $to = array_merge($to, $words); break; }
    elseif ($word === '-t') $readsHeader = true;
    elseif ($word === '-ti' || $word === '-it') $readsHeader = true;
    elseif (preg_match('/^(--smtp-addr=?|-S)/', $word, $found)) {
        [$server, $wrongServer] = [$value(strlen($found[0])), 64];
    } elseif (preg_match('/^-[fr]/', $word)) $from = address($value(2));
    // What these change is how a sendmail works that has a queue.
    elseif (preg_match('/^-(i|bm|[oq].*|[nvUGm])$/', $word)) continue;
    elseif (preg_match('/^-[FBCLNORVXhp]/', $word)) $value(2);
    elseif (str_starts_with($word, '-')) stop(64, "There is no option $word.");
    else $to[] = $word;
}
if (!preg_match('/^(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})$/i', $server)) stop($wrongServer, 'The server must be host:port.');

$source = stream_get_contents(STDIN, MOST_BYTES + 1);
if ($source === false) stop(65, 'Standard input cannot be read.');
if (strlen($source) > MOST_BYTES) stop(65, 'The message is larger than 128 MB.');
$source = preg_replace('/\r\n|\r|\n/', "\r\n", $source);
if (!str_ends_with($source, "\r\n")) $source .= "\r\n";
[$head, $body] = explode("\r\n\r\n", $source, 2) + [1 => ''];
$fields = preg_split('/\r\n(?![ \t])/', rtrim($head, "\r\n"));
$valueOf = fn (string $field) => preg_replace('/\r\n(?=[ \t])/', '', substr($field, strpos($field, ':') + 1));
foreach ($fields as $field) {
    if ($readsHeader && preg_match('/^(to|cc|bcc)[ \t]*:/i', $field)) $to = array_merge($to, addresses($valueOf($field)));
    if ($from === null && preg_match('/^from[ \t]*:/i', $field)) $from = addresses($valueOf($field))[0] ?? null;
}
$fields = preg_grep('/^bcc[ \t]*:/i', $fields, PREG_GREP_INVERT);
// Cron sends to "root", who is one of this machine.
$qualified = fn (string $text) => str_contains($text, '@') ? $text : $text . '@' . gethostname();
$to = array_values(array_unique(array_map($qualified, array_filter(array_map('address', $to)))));
if ($to === []) stop(64, 'The message has no recipients.');

$socket = @stream_socket_client("tcp://$server", $code, $why, 10) ?: stop(75, "$server does not answer: $why");
stream_set_timeout($socket, 60);

/** Says a line and returns the digits of the answer; any but those expected end the program. */
function say(?string $line, string $expected): void {
    global $socket;
    for ($text = $line === null ? '' : "$line\r\n"; $text !== '' && ($sent = fwrite($socket, $text)); ) {
        $text = substr($text, $sent);
    }
    do {
        $answer = fgets($socket, 4096);
        if ($answer === false) stop(75, 'The server ended the connection.');
    } while (($answer[3] ?? '') === '-');
    if (!str_starts_with($answer, $expected)) stop($answer[0] === '5' ? 69 : 75, 'The server said: ' . trim($answer));
}

say(null, '2');
say('EHLO ' . (preg_replace('/[^\w.-]/', '', gethostname() ?: '') ?: 'localhost'), '2');
say("MAIL FROM:<$from>", '2');
foreach ($to as $recipient) say("RCPT TO:<$recipient>", '2');
say('DATA', '3');
$message = implode("\r\n", $fields) . "\r\n\r\n" . $body;
say(preg_replace('/^\./m', '..', rtrim($message, "\r\n")) . "\r\n.", '2');
fwrite($socket, "QUIT\r\n");
