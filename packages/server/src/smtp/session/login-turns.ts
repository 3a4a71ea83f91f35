import { continueAuth, type AuthState, type AuthStep } from './auth-exchange.ts'
import { replies } from './replies.ts'
import type { SessionParts } from './session-parts.ts'
import type { AcceptedLogin, AuthAnswer, Next } from './session-state.ts'

/** Characters of a user name that are kept with a mail. */
const longestLogin = 200

/** The AUTH exchanges of a session, and what follows from their answers. */
export function createLoginTurns({
  live,
  limits,
  intake,
  transcript,
  writer,
  failures,
  turns,
  say,
  respond,
  close,
  withoutLine,
}: SessionParts) {
  let failed = 0
  let username = ''

  function act(step: AuthStep): Next | null {
    switch (step.kind) {
      case 'challenge':
        live.mode = { kind: 'auth', state: step.state }
        return say(step.reply)
      case 'credentials':
        live.mode = { kind: 'asking' }
        username = step.username
        return { kind: 'authenticate', username, password: step.password }
      case 'refused':
        return respond(step.reply)
    }
  }

  function logIn(account: AcceptedLogin, login: string): Next | null {
    const { state } = live
    state.account = account
    state.isLoggedIn = true
    state.addressed = null
    state.login = account.own ? null : login
    writer.takeRefusal()
    return respond(replies.authenticated)
  }

  return {
    act,

    readLine(exchange: AuthState): Next | null {
      const line = intake.authAnswer()
      if (line?.kind !== 'line') return withoutLine(line)
      transcript.client('***')
      return act(continueAuth(exchange, line.bytes.toString('latin1')))
    },

    answered(answer: AuthAnswer): Next | null {
      const { state } = live
      live.mode = { kind: 'command' }
      if (answer === 'unavailable') return respond(replies.authUnavailable)
      const login = username.slice(0, longestLogin)
      if (typeof answer === 'object' && 'id' in answer) {
        const go = () => logIn(answer, login)
        const named = answer.own ? null : login
        const refused = (reply: string, scenario: string | null) =>
          failures.loginFailed(answer, reply, named, scenario)
        const turn = { at: ['auth'], account: answer, login: named, state, go, refused } as const
        return turns ? turns.consult(turn) : go()
      }
      failed += 1
      // From here on the client sends for the team of its login, and for no other.
      state.account = null
      state.takesStrangers = false
      state.addressed = null
      const isKept = answer !== 'wrong-again'
      const refused = typeof answer === 'object' ? answer : null
      const reply = refused ? replies[refused.refused] : replies.badLogin
      const keep = () => failures.loginFailed(refused?.account ?? null, reply, login)
      if (isKept && failed < limits.authFailuresPerConnection) {
        const next = respond(reply)
        keep()
        return next
      }
      say(reply)
      if (isKept) keep()
      return close(replies.tooManyAuthFailures)
    },

    /** Logins that have failed in this connection. */
    failed: (): number => failed,
  }
}
