/** Numbers that both sides must agree on. Sizes are bytes, times milliseconds. */
export const limits = {
  nameLength: 100,
  emailLength: 254,
  passwordMinimum: 8,
  passwordMaximum: 200,
  mailBytes: 25 * 1024 * 1024,
  /** Failed mails of an import that are listed with their problem. */
  importProblems: 100,
  mailsPerPage: 25,
  /** Recipients of a mail that is posted, in each of its fields. */
  recipientsPosted: 100,
  /** Header fields of a mail that is posted as JSON, besides fields that its other parts make. */
  headersPosted: 100,
  headerLength: 2_000,
  filesPosted: 100,
  filenameLength: 255,
  /** A larger mail is posted as its source. */
  postedJsonBytes: 10 * 1024 * 1024,
  /** How long the key of a posted mail identifies it. */
  idempotencyMs: 24 * 60 * 60_000,
  mailsPerPageMaximum: 100,
  /** Mails named one by one in a bulk change. */
  mailsNamed: 500,
  /** The reply to a change of more marks than this does not name the mails. */
  marksListed: 50_000,
  /** Matches of a search are counted up to here; the total says when there are more. */
  matchesCounted: 1_000,
  /** Mails before a page are counted up to here. */
  mailsCountedBefore: 20_000,
  queryLength: 500,
  /** The longest wait for a mail. Proxies end a request without an answer after a minute. */
  waitMs: 50_000,
  usualWaitMs: 20_000,
  /** Mails that one wait waits for. */
  mailsAwaited: 100,
  addressesSuggested: 8,
  tagLength: 100,
  tagsPerMail: 100,
  /** The most tags that a team's list shows. */
  tagsListed: 1_000,
  tagColorsPerTeam: 100,
  /** Each caught mail is compared with all of them, and with so many words and conditions of them together. */
  tagRulesPerTeam: 20,
  tagRuleTerms: 100,
  guardsPerTeam: 30,
  /** Words and conditions in the searches of all guards of a team together. */
  guardTerms: 200,
  /** Domains, or hosts, that one guard names. */
  guardHosts: 50,
  /** A guard that counts the same mail looks back so far. */
  guardWindowMinutes: 24 * 60,
  violationsListed: 100,
  scenariosPerTeam: 20,
  stepsPerScenario: 50,
  /** The longest time for which a scenario is on. */
  scenarioSeconds: 24 * 60 * 60,
  /** A step of a scenario delays no longer, and a client that is never answered waits no longer. */
  labDelayMs: 300_000,
  /** Connections that scenarios delay at a time, of one team and of one person, in each process. */
  delayedConnections: 200,
  /** A drill fails, and watches, no longer. */
  drillSeconds: 60 * 60,
  /** Attempts that a drill keeps. */
  drillAttempts: 20_000,
  drillsPerTeam: 50,
  /** Drills that run in all teams that a person owns. */
  drillsAtOnce: 20,
  drillDays: 30,
  replyText: 200,
  replyLines: 5,
  dryRunDays: 30,
  /** Mails that a dry run names. */
  dryRunListed: 100,
  /** A dry run answers within this time, with what it has looked at. */
  dryRunMs: 45_000,
  pinsPerTeam: 50,
  /** An operator may set another number. Each has credentials that work. */
  inboxesPerTeam: 50,
  /** Inboxes that have ended and wait until what came late is cleared, in all teams that a person owns. More are made a little later. */
  inboxesEnding: 1_000,
  /** Mails that an inbox got in a day are counted up to here. */
  dayCounted: 10_000,
  /** Networks, or patterns of recipients, of one inbox. */
  inboxPatterns: 50,
  /** Tokens that have not ended. */
  tokensPerTeam: 50,
  /** Teams that a user created, not counting the personal one. */
  teamsOwned: 50,
  invitesPerTeam: 100,
  /** Each caught mail is compared with all of them. */
  rulesPerTeam: 50,
  patternLength: 320,
  /** Newest mails that patterns are tried on while they are typed. */
  mailsPreviewed: 100,
  deliveriesShown: 20,
  webhooksPerTeam: 20,
  webhookUrlLength: 2_000,
  /** Requests to all webhooks of a team. */
  webhookRequestsPerMinute: 600,
  /** The log of deliveries, with what waits, of all webhooks of a team. */
  webhookLogRows: 10_000,
  webhookLogDays: 30,
  webhookLogPage: 50,
  webhookBodyBytes: 20 * 1024,
  /** A secret that was replaced signs so long beside the new one. */
  webhookSecretMs: 24 * 60 * 60_000,
  sessionsPage: 50,
  /** Failed sessions of a team in which a mail had begun. */
  sessionsKept: 1_000,
  /** So many of each other kind, and of clients without a login where others have one, are kept beside them. */
  failuresKept: 200,
  sessionQueryLength: 100,
  sessionDays: 7,
  operatorPage: 50,
  operatorQueryLength: 100,
  operatorTeamsListed: 100,
  /** Mails that wait in a queue are counted up to here. */
  queueCounted: 10_000,
  /** How long the key of Undo takes the last change back. */
  undoMs: 60_000,
  /** How long what was deleted can be restored, and ten minutes where there is no room left. */
  restoreMs: 60 * 60_000,
  deletionsListed: 30,
  deletedMailsListed: 100,
  /** The mails of a deletion are counted up to here. */
  deletionCounted: 10_000,
  fileLinkMs: 60_000,
  /** Links for people without an account that have not ended. */
  shareLinksPerMail: 20,
  shareLinksPerTeam: 1_000,
  /** How long the window that used the one opening of a link may go on showing its mail. */
  openedLinkMs: 15 * 60_000,
  /** How often one address may ask for pages of links, in ten minutes. */
  linkPagesPerAddress: 300,
  /**
   * Html or text that takes more bytes as JSON is not in the reply that shows a mail: it is fetched
   * separately.
   */
  inlineBodyBytes: 256 * 1024,
  /** Images within the html of one mail, as base64; others are left out. */
  inlinedImageBytes: 14 * 1024 * 1024,
  /** Bytes of the text of an attached mail, and of any file of text, that a preview shows. */
  previewedBytes: 200 * 1024,
  /** By how much its `<base href>` makes the addresses of one mail longer; then others stay as they are written. */
  resolvedCharacters: 1024 * 1024,
  /** Html or text of one mail beyond this is cut when shown; the source stays whole. */
  shownBodyBytes: 5 * 1024 * 1024,
  /** A larger mail is not given to the spam filter. */
  spamCheckBytes: 2 * 1024 * 1024,
  spamRulesShown: 100,
  linksCheckedAtOnce: 50,
  /** Links that the members of a team may check in an hour. */
  linksCheckedHourly: 300,
  linkChecksKeptMs: 15 * 60_000,
  /** A longer address is not checked. */
  checkedAddress: 2_048,
  shownAddress: 500,
  shownRecord: 1_000,
} as const
