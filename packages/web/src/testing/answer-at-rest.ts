import {
  getCounters,
  getMail,
  getMailSource,
  getRetention,
  getSystemMail,
  getTagging,
  getVersion,
  listDrills,
  listInboxes,
  listInvites,
  listLinkChecks,
  listMails,
  listMembers,
  listRules,
  listScenarios,
  listSmtpSessions,
  listTagRules,
  listTags,
  listTeams,
  listTokens,
  listViolations,
  suggestAddresses,
} from '@mailstop/contract'
import { refuse, type FakeServer } from './fake-server.ts'
import { sampleCounters, samplePageMeta } from './samples.ts'

/** The page of a test names no build, so that it is never out of date. */
const sampleVersion = {
  version: '0.1.0',
  commit: '0123456789abcdef0123456789abcdef01234567',
  node: '24.21.0',
  store: 'sqlite' as const,
  web_build: null,
}

/** Answers the calls of most pages for a team in which nothing has happened. A test replaces the answers that it is about. */
export function answerAtRest(server: FakeServer) {
  server.answer(getSystemMail, () => ({ data: { relay: true } }))
  server.answer(getVersion, () => ({ data: sampleVersion }))
  server.answer(getCounters, () => ({ data: sampleCounters() }))
  server.answer(getMail, () => refuse('not_found'))
  server.answer(getMailSource, () => refuse('not_found'))
  server.answer(getRetention, () => ({
    data: { days: null, mails: null, most_days: null, most_mails: null },
  }))
  server.answer(getTagging, () => ({ data: { plus_addresses: false } }))
  server.answer(listDrills, () => ({ data: [] }))
  server.answer(listInboxes, () => ({ data: [] }))
  server.answer(listInvites, () => ({ data: [] }))
  server.answer(listLinkChecks, () => ({ data: { links: [], cut: false, checks: [] } }))
  server.answer(listMails, () => ({ data: [], meta: samplePageMeta() }))
  server.answer(listMembers, () => ({ data: [] }))
  server.answer(listRules, () => ({ data: [] }))
  server.answer(listScenarios, () => ({ data: [], meta: { presets: [], running: [] } }))
  server.answer(listSmtpSessions, () => ({ data: [], meta: { next_cursor: null } }))
  server.answer(listTagRules, () => ({ data: [] }))
  server.answer(listTags, () => ({ data: [] }))
  server.answer(listTeams, () => ({ data: [] }))
  server.answer(listTokens, () => ({ data: [] }))
  server.answer(listViolations, () => ({
    data: [],
    meta: { marker: 'v1', pending: false, guards_on: 0 },
  }))
  server.answer(suggestAddresses, () => ({ data: [] }))
}
