import {
  getCounters,
  getSystemMail,
  getVersion,
  listDrills,
  listInboxes,
  listScenarios,
  listSmtpSessions,
  listTags,
} from '@mailstop/contract'
import type { FakeServer } from './fake-server.ts'
import { sampleCounters } from './samples.ts'

/** The page of a test names no build, so that it is never out of date. */
const sampleVersion = {
  version: '0.1.0',
  commit: '0123456789abcdef0123456789abcdef01234567',
  node: '24.21.0',
  store: 'sqlite' as const,
  web_build: null,
}

/** What every page of a team asks for, of a team in which nothing has happened. A test replaces what it is about. */
export function answerAtRest(server: FakeServer) {
  server.answer(getSystemMail, () => ({ data: { relay: true } }))
  server.answer(getVersion, () => ({ data: sampleVersion }))
  server.answer(getCounters, () => ({ data: sampleCounters() }))
  server.answer(listDrills, () => ({ data: [] }))
  server.answer(listInboxes, () => ({ data: [] }))
  server.answer(listScenarios, () => ({ data: [], meta: { presets: [], running: [] } }))
  server.answer(listSmtpSessions, () => ({ data: [], meta: { next_cursor: null } }))
  server.answer(listTags, () => ({ data: [] }))
}
