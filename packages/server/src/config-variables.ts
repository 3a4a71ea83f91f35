/** Every environment variable the product reads. `docs/configuration.md` lists exactly these. */
export const configVariables = [
  {
    name: 'ROLES',
    default: 'http,smtp,worker',
    rule: 'must be some of http, smtp and worker, comma-separated, each once',
  },
  {
    name: 'PUBLIC_URL',
    default: null,
    rule: 'must be an http or https URL of a host and port alone',
  },
  { name: 'HTTP_PORT', default: '8025', rule: 'must be a port from 0 to 65535' },
  {
    name: 'SMTP_PORTS',
    default: '2525',
    rule: 'must be different ports from 0 to 65535, comma-separated',
  },
  {
    name: 'SMTPS_PORTS',
    default: null,
    rule: 'must be different ports from 0 to 65535, comma-separated',
  },
  {
    name: 'SMTP_SHOWN_PORTS',
    default: null,
    rule: 'must be different ports from 1 to 65535, comma-separated',
  },
  {
    name: 'SMTPS_SHOWN_PORTS',
    default: null,
    rule: 'must be different ports from 1 to 65535, comma-separated',
  },
  { name: 'SMTP_HOST', default: null, rule: 'must be a host name or an address' },
  { name: 'SMTP_TLS_CERT', default: null, rule: 'must be the path of a PEM file' },
  { name: 'SMTP_TLS_KEY', default: null, rule: 'must be the path of a PEM file' },
  {
    name: 'SMTP_MAX_MAIL_BYTES',
    default: '26214400',
    rule: 'must be a whole number of bytes from 1024 to 104857600',
  },
  {
    name: 'SMTP_MAX_CONNECTIONS',
    default: '10000',
    rule: 'must be a whole number from 1 to 1000000',
  },
  {
    name: 'SMTP_MEMORY_BYTES',
    default: null,
    rule: 'must be a whole number of bytes from 1048576 to 68719476736',
  },
  {
    name: 'IMPORT_MAX_BYTES',
    default: '1073741824',
    rule: 'must be a whole number of bytes from 1024 to 68719476736',
  },
  { name: 'DATA_DIR', default: './data', rule: 'must be the path of a folder' },
  { name: 'DATABASE_URL', default: null, rule: 'must be a postgres:// URL' },
  { name: 'APP_KEY', default: null, rule: 'must be at least 32 random bytes in base64' },
  {
    name: 'MAIL_URL',
    default: null,
    rule: 'must be an smtp:// or smtps:// URL, user and password percent-encoded',
  },
  { name: 'MAIL_FROM', default: null, rule: 'must be an address, with or without a name' },
  {
    name: 'FORWARDS_PER_TEAM',
    default: '600',
    rule: 'must be a whole number from 1 to 999999999',
  },
  {
    name: 'FORWARDS_PER_ADDRESS',
    default: '200',
    rule: 'must be a whole number from 1 to 999999999',
  },
  {
    name: 'FORWARDS_TO_STRANGERS_PER_USER',
    default: '20',
    rule: 'must be a whole number from 1 to 999999999',
  },
  {
    name: 'FORWARDS_TO_STRANGERS_PER_SERVER',
    default: '200',
    rule: 'must be a whole number from 1 to 999999999',
  },
  { name: 'REGISTRATION', default: 'open', rule: 'must be open, invite or closed' },
  {
    name: 'ACCOUNTS_PER_ADDRESS',
    default: '10',
    rule: 'must be a whole number from 1 to 999999999',
  },
  { name: 'TEAM_MAX_MAILS', default: null, rule: 'must be a whole number from 1 to 999999999' },
  {
    name: 'TEAM_MAX_BYTES',
    default: null,
    rule: 'must be a whole number of bytes from 1024 to 1125899906842624',
  },
  { name: 'RETENTION_DAYS', default: null, rule: 'must be a whole number from 1 to 999999999' },
  { name: 'RETENTION_MAILS', default: null, rule: 'must be a whole number from 1 to 999999999' },
  {
    name: 'TRUSTED_PROXIES',
    default: null,
    rule: 'must be addresses or CIDR ranges, comma-separated, or loopback',
  },
  { name: 'TERMS_FILE', default: null, rule: 'must be the path of a text file' },
  { name: 'PRIVACY_FILE', default: null, rule: 'must be the path of a text file' },
  {
    name: 'METRICS_TOKEN',
    default: null,
    rule: 'must be 16 to 200 characters without spaces',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    rule: 'must be trace, debug, info, warn, error, fatal or silent',
  },
] as const satisfies { name: string; default: string | null; rule: string }[]

export type VariableName = (typeof configVariables)[number]['name']
