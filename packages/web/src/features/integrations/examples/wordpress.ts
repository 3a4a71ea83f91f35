import type { Credentials } from '../credentials.ts'
import { plainQuoted, urlHost } from '../source-strings.ts'

/** PHPMailer takes a host as URLs have it, since a port may follow. */
export function wordpress({ host, port, tls, username, password }: Credentials): string {
  const [secure, note] = tls === 'implicit' ? ['ssl', 'TLS'] : ['tls', 'STARTTLS']
  return `<?php
// wp-content/mu-plugins/mailstop.php
add_action('phpmailer_init', function ($mailer) {
    $mailer->isSMTP();
    $mailer->Host = ${plainQuoted(urlHost(host))};
    $mailer->Port = ${port};
    $mailer->SMTPSecure = '${secure}'; // ${note}
    $mailer->SMTPAuth = true;
    $mailer->Username = ${plainQuoted(username)};
    $mailer->Password = ${plainQuoted(password)};
    // Accepts the self-signed certificate that Mailstop makes for itself.
    $mailer->SMTPOptions = ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]];
});
`
}
