import { z } from 'zod'
import { isLoopback } from '../lib/network/listen-addresses.ts'
import { list, variable } from './variable.ts'

/** Over plain HTTP anybody on the way could sign in as anybody, so it is for tests on this machine. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || url.username || url.password || /[?#]/.test(value)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** A name of a group may hold an equals sign, a number of a team none. */
function readTeams(entries: string[], context: z.RefinementCtx): Map<string, number[]> {
  const teams = new Map<string, number[]>()
  for (const entry of entries) {
    const [, group, team] = /^(.{1,200}?)\s*=\s*([1-9]\d{0,8})$/s.exec(entry) ?? []
    if (group === undefined) context.addIssue({ code: 'custom' })
    else teams.set(group, [...(teams.get(group) ?? []), Number(team)])
  }
  return teams
}

const printable = (most: number) => z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${most}}$`))

export const signInVariables = {
  OIDC_ISSUER: variable(
    null,
    'the https URL of an issuer, as its metadata names it, without a query',
    z.string().refine(isIssuer),
  ),
  OIDC_CLIENT_ID: variable(null, '1 to 300 characters without spaces', printable(300)),
  OIDC_CLIENT_SECRET: variable(null, '1 to 1000 characters without spaces', printable(1_000)),
  OIDC_NAME: variable(
    'single sign-on',
    'a name of 1 to 40 characters on one line, such as Acme',
    z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,40}$/u),
  ),
  OIDC_SCOPES: variable(
    'openid email profile',
    'scopes with openid among them, separated by spaces',
    z
      .string()
      .regex(/^[\x21\x23-\x5b\x5d-\x7e ]{1,500}$/)
      .refine((scopes) => scopes.split(/ +/).includes('openid')),
  ),
  OIDC_DOMAINS: variable(
    null,
    'domains of addresses, comma-separated, such as acme.example',
    z
      .string()
      .toLowerCase()
      .transform(list)
      .pipe(z.array(z.string().regex(/^(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/)).min(1)),
  ),
  OIDC_GROUPS_CLAIM: variable('groups', 'the name of a claim', printable(200)),
  OIDC_TEAMS: variable(
    null,
    'groups, each with the number of its team, comma-separated, such as developers=3',
    z.string().transform(list).transform(readTeams),
  ),
  PASSWORD_LOGIN: variable('on', 'on or off', z.enum(['on', 'off'])),
}

type Values = Partial<{
  [K in keyof typeof signInVariables]: z.output<(typeof signInVariables)[K]['schema']> | undefined
}>

/** What each variable allows but their combination does not. */
export function problemsOfSignIn(values: Values): string[] {
  const problems: string[] = []
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID) {
    problems.push('OIDC_CLIENT_ID must be set when OIDC_ISSUER is: the issuer knows us by it')
  }
  if (values.OIDC_ISSUER) return problems
  for (const name of ['CLIENT_ID', 'DOMAINS', 'TEAMS'] as const) {
    if (values[`OIDC_${name}`]) {
      problems.push(`OIDC_ISSUER must be set when OIDC_${name} is: it is about that sign-in`)
    }
  }
  if (values.PASSWORD_LOGIN === 'off') {
    problems.push('PASSWORD_LOGIN must be on unless OIDC_ISSUER is set: nobody could log in')
  }
  return problems
}

/** Null: people log in by their passwords alone. */
export function signInOf(values: Values) {
  if (!values.OIDC_ISSUER || !values.OIDC_CLIENT_ID) return null
  return {
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_CLIENT_ID,
    /** What the button names. */
    name: values.OIDC_NAME ?? signInVariables.OIDC_NAME.default,
    scopes: values.OIDC_SCOPES ?? signInVariables.OIDC_SCOPES.default,
    /** Only addresses of these domains sign in, and they need no invitation; null: registration decides. */
    domains: values.OIDC_DOMAINS ?? null,
    groupsClaim: values.OIDC_GROUPS_CLAIM ?? signInVariables.OIDC_GROUPS_CLAIM.default,
    /** The teams of each group; null: groups are not read. */
    teamsOfGroups: values.OIDC_TEAMS ?? null,
    /** Whether people may also log in and register with a password. */
    passwords: values.PASSWORD_LOGIN !== 'off',
  }
}
