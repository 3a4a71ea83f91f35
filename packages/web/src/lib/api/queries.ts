import type { CallArguments, Endpoint, EndpointReply } from '@mailstop/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api-client.ts'

/**
 * The keys of the cached queries. The key of a team's data begins with the key of the team. The parts
 * of a team have the names that live events use.
 */
export const queryKeys = {
  profile: ['profile'],
  sessions: ['sessions'],
  identities: ['identities'],
  systemMail: ['system-mail'],
  version: ['version'],
  openApi: ['openapi'],
  inspectionRules: ['inspection-rules'],
  mailClients: ['mail-clients'],
  outgoingChecks: ['outgoing-checks'],
  /** What operators see of the server. Without parts, the key matches all of it. */
  operator: (...parts: (string | number)[]) => ['operator', ...parts],
  notice: (path: string) => ['notices', path],
  /** The result of using a link of a mail: each link is used once, however often its page renders. */
  mailedLink: (path: string, token: string) => ['mailed-link', path, token],
  teams: ['teams', 'list'],
  unknownTeam: (id: string | null) => ['teams', 'unknown', id],
  team: (team: number) => ['teams', team],
  counters: (team: number) => ['teams', team, 'counters'],
  unread: (team: number) => ['teams', team, 'unread'],
  mailLists: (team: number) => ['teams', team, 'mails', 'list'],
  mailList: (team: number, filter: object) => ['teams', team, 'mails', 'list', filter],
  moreMails: (team: number, filter: object) => ['teams', team, 'mails', 'more', filter],
  newerMails: (team: number, filter: object) => ['teams', team, 'mails', 'newer', filter],
  deletions: (team: number) => ['teams', team, 'mails', 'deletions'],
  deletedMails: (team: number, deletion: string) => ['teams', team, 'mails', 'deletions', deletion],
  searchMatches: (team: number, q: string) => ['teams', team, 'mails', 'matches', q],
  mailCount: (team: number, scope: object) => ['teams', team, 'mails', 'count', scope],
  openMails: (team: number) => ['teams', team, 'mails', 'detail'],
  openMail: (team: number, mail: number) => ['teams', team, 'mails', 'detail', mail],
  conversations: (team: number) => ['teams', team, 'mails', 'conversation'],
  conversation: (team: number, mail: number) => ['teams', team, 'mails', 'conversation', mail],
  mailFile: (team: number, mail: number, file: string, what: string) => [
    'teams',
    team,
    'mails',
    'file',
    mail,
    file,
    what,
  ],
  shareLinks: (team: number, mail: number) => ['teams', team, 'mails', 'share-links', mail],
  addresses: (team: number, role: string, text: string) => ['teams', team, 'addresses', role, text],
  mailSource: (team: number, mail: number) => ['teams', team, 'mails', 'source', mail],
  sameSubject: (team: number, q: string) => ['teams', team, 'mails', 'same-subject', q],
  /** Checks of mails; what the checks go by is a key of its own, so that a change of it does not fetch it again. */
  inspections: (team: number) => ['teams', team, 'inspection'],
  inspection: (team: number, mail: number) => ['teams', team, 'inspection', mail],
  inspectionSettings: (team: number) => ['teams', team, 'inspection-settings'],
  outgoing: (team: number, mail: number, what: string) => ['teams', team, 'outgoing', mail, what],
  mailChanges: (team: number) => ['teams', team, 'mails', 'change'],
  tags: (team: number) => ['teams', team, 'tags'],
  coloredTags: (team: number) => ['teams', team, 'tags', 'colored'],
  tagRules: (team: number) => ['teams', team, 'tags', 'rules'],
  tagging: (team: number) => ['teams', team, 'tagging'],
  inboxes: (team: number) => ['teams', team, 'inboxes'],
  inboxList: (team: number) => ['teams', team, 'inboxes', 'list'],
  inboxCredentials: (team: number, inbox: number) => ['teams', team, 'inboxes', 'smtp', inbox],
  /** The scenarios of a team, the presets, and what is on. */
  scenarios: (team: number) => ['teams', team, 'scenarios'],
  drills: (team: number) => ['teams', team, 'drills'],
  drill: (team: number, drill: string) => ['teams', team, 'drills', drill],
  guards: (team: number) => ['teams', team, 'guards'],
  guardList: (team: number) => ['teams', team, 'guards', 'list'],
  guardExceptions: (team: number, guard: number) => ['teams', team, 'guards', 'exceptions', guard],
  allViolations: (team: number) => ['teams', team, 'guards', 'violations'],
  violations: (team: number, seen: string | null) => ['teams', team, 'guards', 'violations', seen],
  webhooks: (team: number) => ['teams', team, 'webhooks'],
  webhookList: (team: number) => ['teams', team, 'webhooks', 'list'],
  webhookLog: (team: number, webhook: number, state: string) => [
    'teams',
    team,
    'webhooks',
    'log',
    webhook,
    state,
  ],
  retention: (team: number) => ['teams', team, 'retention'],
  members: (team: number) => ['teams', team, 'members'],
  tokens: (team: number) => ['teams', team, 'tokens'],
  invites: (team: number) => ['teams', team, 'invites'],
  /** Without an inbox, it has those of the whole team. */
  failedSessions: (team: number, inbox: number | null, filter: object) => [
    'teams',
    team,
    'sessions',
    inbox,
    filter,
  ],
  rules: (team: number) => ['teams', team, 'rules'],
  ruleList: (team: number) => ['teams', team, 'rules', 'list'],
  deliveries: (team: number, rule: number) => ['teams', team, 'rules', 'deliveries', rule],
  ruleMatches: (team: number, patterns: object) => ['teams', team, 'rule-matches', patterns],
  highlighted: (code: string, language: string, dark: boolean) => [
    'highlighted',
    language,
    dark,
    code,
  ],
} as const

type DataOf<E extends Endpoint> = EndpointReply<E> extends { data: infer Data } ? Data : never

/** The `data` of an endpoint's reply, cached under `queryKey`. */
export function queryOf<E extends Endpoint>(
  queryKey: readonly unknown[],
  endpoint: E,
  ...[request]: CallArguments<E>
) {
  return queryOptions({
    queryKey,
    async queryFn({ signal }) {
      const withSignal = [{ ...request, signal }] as CallArguments<E>
      const reply = (await call(endpoint, ...withSignal)) as { data: DataOf<E> }
      return reply.data
    },
  })
}

/**
 * Uses the link of a mail. A query rather than a mutation: it is keyed by the token, so a link is used
 * once however often its page renders.
 */
export const useMailedLink = <Reply>(path: string, token: string, use: () => Promise<Reply>) =>
  useQuery({
    queryKey: queryKeys.mailedLink(path, token),
    queryFn: use,
    retry: false,
    staleTime: Infinity,
  })
