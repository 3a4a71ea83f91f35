import {
  ageOf,
  as,
  certificateOf,
  folderOf,
  hostsOf,
  labelOf,
  listensWith,
  mailSize,
  newest,
  pathOf,
  rspamdOf,
  pop3Address,
  spamFilterOf,
} from './mailpit-values.ts'
import {
  harmless,
  mapped,
  refused,
  refusedVariables,
  type MailpitOption,
} from './mailpit-option.ts'

const noPasswords =
  'open mode lets everybody in: leave out MAILSTOP_AS, and Mailstop has accounts and API tokens'
const anyLogin = 'every SMTP login is accepted here: leave it out, or have accounts in place of it'
const noRelay = 'caught mail is not sent on by itself: leave it out'
const noTags = 'a rule of the team can tag mail: make it in the app, and leave this out'
const noPop3Tls =
  'POP3 has the certificate of SMTP: set POP3S_PORTS and SMTP_TLS_CERT in place of it'

/** Every option of a Mailpit that serves, as of 1.34 and of those before it. */
export const mailpitOptions: readonly MailpitOption[] = [
  mapped('value', 'database db-file -d MP_DATABASE MP_DATA_FILE', folderOf),
  harmless('switch', 'disable-wal MP_DISABLE_WAL'),
  harmless('switch', 'disable-version-check MP_DISABLE_VERSION_CHECK'),
  harmless('switch', 'disable-auto-vacuum MP_DISABLE_AUTO_VACUUM'),
  harmless('value', 'compression MP_COMPRESSION'),
  mapped('value', 'label MP_LABEL', labelOf),
  refused('value', 'tenant-id MP_TENANT_ID', 'name a folder for each server by MP_DATABASE'),
  mapped('value', 'max -m MP_MAX_MESSAGES', newest),
  mapped('value', 'max-age MP_MAX_AGE', ageOf),
  mapped('value', 'max-message-size MP_MAX_MESSAGE_SIZE', mailSize),
  refused('switch', 'use-message-dates MP_USE_MESSAGE_DATES', 'mail has the date when it came'),
  refused('switch', 'ignore-duplicate-ids MP_IGNORE_DUPLICATE_IDS', 'every mail is kept'),
  refused('value', 'log-file MP_LOG_FILE', 'the log goes to standard error'),
  mapped('switch', 'quiet -q MP_QUIET', () => ({ LOG_LEVEL: 'error' })),
  mapped('switch', 'verbose -v MP_VERBOSE', () => ({ LOG_LEVEL: 'debug' })),

  mapped('value', 'listen -l MP_UI_BIND_ADDR', listensWith('HTTP_PORT')),
  mapped('value', 'allowed-hosts MP_ALLOWED_HOSTS', hostsOf),
  mapped('value', 'webroot MP_WEBROOT', pathOf),
  refused('value', 'ui-auth-file MP_UI_AUTH_FILE', noPasswords),
  refused('value', 'MP_UI_AUTH', noPasswords),
  mapped(
    'value',
    'ui-tls-cert ui-ssl-cert MP_UI_TLS_CERT MP_UI_SSL_CERT',
    certificateOf('HTTP_TLS_CERT'),
  ),
  mapped(
    'value',
    'ui-tls-key ui-ssl-key MP_UI_TLS_KEY MP_UI_SSL_KEY',
    certificateOf('HTTP_TLS_KEY'),
  ),
  refused('value', 'api-cors MP_API_CORS', 'no page of another origin may read mail'),
  // The app loads nothing remote until somebody asks for it.
  harmless('switch', 'block-remote-css-and-fonts MP_BLOCK_REMOTE_CSS_AND_FONTS'),
  // No link of a mail is requested by Mailpit's calls.
  harmless('switch', 'allow-internal-http-requests MP_ALLOW_INTERNAL_HTTP_REQUESTS'),
  harmless('switch', 'disable-link-check-rate-limit MP_DISABLE_LINK_CHECK_RATE_LIMIT'),
  harmless('switch', 'allow-untrusted-tls MP_ALLOW_UNTRUSTED_TLS'),
  mapped('value', 'enable-spamassassin MP_ENABLE_SPAMASSASSIN', spamFilterOf),
  mapped('value', 'enable-rspamd MP_ENABLE_RSPAMD', rspamdOf),
  harmless('switch', 'disable-http-compression MP_DISABLE_HTTP_COMPRESSION'),
  // What was deleted can be restored for an hour.
  harmless('switch', 'hide-delete-all-button MP_HIDE_DELETE_ALL_BUTTON'),
  harmless('switch', 'disable-html-check MP_DISABLE_HTML_CHECK'),
  refused('switch', 'MP_DEMO_MODE', 'mailstop --demo adds sample mail'),

  refused('value', 'send-api-auth-file MP_SEND_API_AUTH_FILE', noPasswords),
  refused('value', 'MP_SEND_API_AUTH', noPasswords),
  harmless('switch', 'send-api-auth-accept-any MP_SEND_API_AUTH_ACCEPT_ANY'),

  mapped('value', 'smtp -s MP_SMTP_BIND_ADDR', listensWith('SMTP_PORTS')),
  refused('value', 'smtp-auth-file MP_SMTP_AUTH_FILE', anyLogin),
  refused('value', 'MP_SMTP_AUTH', anyLogin),
  harmless('switch', 'smtp-auth-accept-any MP_SMTP_AUTH_ACCEPT_ANY'),
  harmless('switch', 'smtp-auth-allow-insecure MP_SMTP_AUTH_ALLOW_INSECURE'),
  mapped(
    'value',
    'smtp-tls-cert smtp-ssl-cert MP_SMTP_TLS_CERT MP_SMTP_SSL_CERT',
    certificateOf('SMTP_TLS_CERT'),
  ),
  mapped(
    'value',
    'smtp-tls-key smtp-ssl-key MP_SMTP_TLS_KEY MP_SMTP_SSL_KEY MP_SMTP_SMTP_KEY',
    certificateOf('SMTP_TLS_KEY'),
  ),
  mapped(
    'switch',
    'smtp-require-starttls smtp-tls-required MP_SMTP_REQUIRE_STARTTLS MP_SMTP_TLS_REQUIRED',
    () => ({ SMTP_REQUIRE_TLS: 'on' }),
  ),
  refused(
    'switch',
    'smtp-require-tls MP_SMTP_REQUIRE_TLS',
    'SMTPS_PORTS has ports with TLS from the first byte, beside those without',
  ),
  refused(
    'switch',
    'smtp-strict-rfc-headers MP_SMTP_STRICT_RFC_HEADERS MP_STRICT_RFC_HEADERS',
    'mail with broken line ends is kept as it came',
  ),
  mapped('value', 'smtp-max-recipients MP_SMTP_MAX_RECIPIENTS', as('SMTP_MAX_RECIPIENTS')),
  refused(
    'value',
    'smtp-allowed-recipients MP_SMTP_ALLOWED_RECIPIENTS',
    'an inbox has patterns of recipients in place of an expression',
  ),
  // No recipient is refused.
  harmless('switch', 'smtp-ignore-rejected-recipients MP_SMTP_IGNORE_REJECTED_RECIPIENTS'),
  harmless('switch', 'smtp-disable-rdns MP_SMTP_DISABLE_RDNS'),

  refused('value', 'smtp-relay-config MP_SMTP_RELAY_CONFIG', noRelay),
  refused('switch', 'smtp-relay-all MP_SMTP_RELAY_ALL', noRelay),
  refused('value', 'smtp-relay-matching MP_SMTP_RELAY_MATCHING', noRelay),
  ...refusedVariables(noRelay, {
    beginning: 'MP_SMTP_RELAY_',
    values:
      'HOST PORT AUTH USERNAME PASSWORD SECRET RETURN_PATH OVERRIDE_FROM ALLOWED_RECIPIENTS BLOCKED_RECIPIENTS SUBJECT_PREFIX',
    switches: 'STARTTLS TLS ALLOW_INSECURE PRESERVE_MESSAGE_IDS FWD_SMTP_ERRORS',
  }),
  refused('value', 'smtp-forward-config MP_SMTP_FORWARD_CONFIG', noRelay),
  ...refusedVariables(noRelay, {
    beginning: 'MP_SMTP_FORWARD_',
    values: 'HOST PORT AUTH USERNAME PASSWORD SECRET RETURN_PATH OVERRIDE_FROM TO SUBJECT_PREFIX',
    switches: 'STARTTLS TLS ALLOW_INSECURE FWD_SMTP_ERRORS',
  }),

  // Its calls are always answered.
  harmless('switch', 'enable-chaos MP_ENABLE_CHAOS'),
  mapped('value', 'chaos-triggers MP_CHAOS_TRIGGERS', as('SMTP_CHAOS')),

  // Mailpit opens a port for POP3 once it has a password; the address, which comes later here, names another.
  mapped('value', 'pop3-auth-file MP_POP3_AUTH_FILE', () => ({ POP3_PORTS: '1110' })),
  mapped('value', 'MP_POP3_AUTH', () => ({ POP3_PORTS: '1110' })),
  mapped('value', 'pop3 MP_POP3_BIND_ADDR', pop3Address),
  refused('value', 'pop3-tls-cert MP_POP3_TLS_CERT', noPop3Tls),
  refused('value', 'pop3-tls-key MP_POP3_TLS_KEY', noPop3Tls),

  refused('value', 'tag -t MP_TAG', noTags),
  refused('value', 'tags-config MP_TAGS_CONFIG', noTags),
  refused('switch', 'tags-title-case MP_TAGS_TITLE_CASE', 'tags are kept as they are written'),
  refused('value', 'tags-disable MP_TAGS_DISABLE', 'the settings of the team say what adds tags'),
  refused('switch', 'tags-username MP_TAGS_USERNAME', 'login:name finds the mail of a username'),

  refused(
    'value',
    'enable-prometheus MP_ENABLE_PROMETHEUS',
    'METRICS_TOKEN opens the metrics of Mailstop, whose names are others',
  ),
  refused('value', 'webhook-url MP_WEBHOOK_URL', 'Mailstop has webhooks with accounts alone'),
  // Nothing is limited where nothing is called.
  harmless('value', 'webhook-limit MP_WEBHOOK_LIMIT'),
  harmless('value', 'webhook-delay MP_WEBHOOK_DELAY'),
]
