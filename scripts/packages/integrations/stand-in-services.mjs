// What other tools start in the place of a mail catcher, and how they ask whether it works, read from their files in
// November 2026 and described in our words. Only the image changes; MAILSTOP_AS=mailpit is in it, or beside it.

/**
 * @typedef {object} StandInService
 * @property {string[]} [command] words behind the entry point
 * @property {Record<string, string>} environment
 * @property {number} http the port of the inbox in the container
 * @property {string} host what browsers or tests call it
 * @property {string[]} health each is one command, run beside the server
 * @property {boolean} [asRoot]
 */

/** @type {Record<string, StandInService>} */
export const standInServices = {
  'Laravel Sail': {
    // As our override leaves it.
    environment: { MP_DATA_FILE: '/data/mailpit.db' },
    http: 8025,
    host: 'localhost:8025',
    health: ['curl -fsS http://mailpit:8025/api/v1/messages'],
  },
  'the plugin of Lando': {
    environment: {
      TERM: 'xterm',
      MP_UI_BIND_ADDR: '0.0.0.0:80',
      MP_SMTP_AUTH_ACCEPT_ANY: '1',
      MP_SMTP_AUTH_ALLOW_INSECURE: '1',
      MP_MAX_MESSAGES: '500',
      MP_DATABASE: '/data/mailpit.sqlite',
    },
    http: 80,
    host: 'localhost',
    // Lando asks the page itself whether it is there.
    health: ['curl -fsS http://localhost/'],
    asRoot: true,
  },
  'the CLI of Supabase': {
    environment: { MP_SMTP_DISABLE_RDNS: 'true' },
    http: 8025,
    host: 'inbucket:8025',
    health: ['/mailpit readyz'],
  },
  'the toolkit of .NET Aspire': {
    environment: { MP_DATABASE: '/data/mailpit.db' },
    http: 8025,
    host: 'localhost:49153',
    health: ['curl -fsS http://localhost:8025/livez', 'curl -fsS http://localhost:8025/readyz'],
  },
  'Testcontainers for Go': {
    environment: { MP_MAX_MESSAGES: '100' },
    http: 8025,
    host: 'localhost:49154',
    health: ['curl -fsS http://localhost:8025/readyz'],
  },
  'a web container of DDEV': {
    environment: {},
    http: 8025,
    host: 'shop.ddev.site:8028',
    health: [
      `printf 'To: ada@example.test\\nSubject: By sendmail\\n\\nHi\\n' | mailpit sendmail -t --smtp-addr 127.0.0.1:1025`,
    ],
  },
}
