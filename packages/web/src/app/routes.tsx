import type { ComponentType, ReactNode } from 'react'
import { Navigate, useParams, type RouteObject } from 'react-router'
import { paths } from '../lib/paths/paths.ts'
import type { Realtime } from '../lib/api/realtime.ts'
import { RealtimeContext } from '../lib/api/realtime-context.ts'
import { RootLayout } from './layout/root-layout.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { SignedOut, VerifiedUsers, WithAccounts } from './route-guards.tsx'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import type { TeamScreen } from './screens/with-team.tsx'

type RoutesDeps = { openRealtime: () => Promise<Realtime> }

/** The parts of a route whose screen is a chunk of its own. Guards load the code by its handle. */
function lazyRoute(load: () => Promise<ComponentType>) {
  const screen = lazyScreen(load)
  return { element: <screen.Screen />, handle: screen }
}

/** A screen, and the module that exports it by `name`. */
const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>,
  name: Name,
) => ({ path, ...lazyRoute(async () => (await load())[name]) })

/** The same for a screen of the current team. */
const teamPage = <Name extends string>(
  path: string,
  load: () => Promise<Record<NoInfer<Name>, TeamScreen>>,
  name: Name,
) => ({
  path,
  ...lazyRoute(async () => {
    const [{ ofCurrentTeam }, screens] = await Promise.all([
      import('./screens/with-team.tsx'),
      load(),
    ])
    return ofCurrentTeam(screens[name])
  }),
})

/** The layout of what is behind the login, with the live connection. */
const appLayout = (openRealtime: RoutesDeps['openRealtime']) =>
  lazyRoute(async () => {
    const [{ AppLayout }, realtime] = await Promise.all([
      import('./layout/app-layout.tsx'),
      openRealtime(),
    ])
    return () => (
      <RealtimeContext value={realtime}>
        <AppLayout />
      </RealtimeContext>
    )
  })

/** The route of a screen that needs accounts. */
const withAccounts = <Route extends { element: ReactNode }>(route: Route): Route => ({
  ...route,
  element: <WithAccounts>{route.element}</WithAccounts>,
})

/** A section redirects to its first page. */
const first = (path: string) => ({ index: true, element: <Navigate to={path} replace /> })

/** Mailpit's address of a mail, or of the latest one. */
function MailpitLink() {
  const { mail = '' } = useParams()
  return <Navigate to={/^\d+$/.test(mail) ? `${paths.inbox}/${mail}` : paths.inbox} replace />
}

/** All addresses of the product. Each screen is a chunk of its own, loaded when it is first opened. */
export function createRoutes({ openRealtime }: RoutesDeps): RouteObject[] {
  const login = page(
    paths.login,
    () => import('../features/accounts/login-screen.tsx'),
    'LoginScreen',
  )
  const behindLogin = routesBehindLogin(openRealtime)
  return [
    {
      element: <RootLayout />,
      children: [
        page(paths.terms, () => import('../features/welcome/terms-page.tsx'), 'TermsPage'),
        page(paths.privacy, () => import('../features/welcome/privacy-page.tsx'), 'PrivacyPage'),
        page(paths.apiDocs, () => import('../features/api-docs/api-docs-page.tsx'), 'ApiDocsPage'),
        {
          element: <WithAccounts />,
          children: [
            page(paths.welcome, () => import('./screens/welcome-page.tsx'), 'WelcomePage'),
            { ...login, element: <SignedOut>{login.element}</SignedOut> },
            page(
              paths.register,
              () => import('../features/accounts/register-screen.tsx'),
              'RegisterScreen',
            ),
            page(
              paths.forgotPassword,
              () => import('../features/accounts/forgot-password-screen.tsx'),
              'ForgotPasswordScreen',
            ),
            page(
              '/sign-in/:token',
              () => import('../features/accounts/sign-in-link-screen.tsx'),
              'SignInLinkScreen',
            ),
            page(
              '/reset-password/:token',
              () => import('../features/accounts/reset-password-screen.tsx'),
              'ResetPasswordScreen',
            ),
            page(
              paths.verifyEmail,
              () => import('../features/accounts/verify-email-screen.tsx'),
              'VerifyEmailScreen',
            ),
            page(
              `${paths.verifyEmail}/:token`,
              () => import('../features/accounts/email-verification-screen.tsx'),
              'EmailVerificationScreen',
            ),
            page(paths.invite, () => import('./screens/invite-page.tsx'), 'InvitePage'),
          ],
        },
        page(
          '/forwarding-verification',
          () => import('./screens/forwarding-verification-page.tsx'),
          'ForwardingVerificationPage',
        ),
        page(
          '/forwarding/stop/:token',
          () => import('./screens/forwarding-stop-page.tsx'),
          'ForwardingStopPage',
        ),
        { element: <VerifiedUsers routes={behindLogin} />, children: behindLogin },
        { path: '/view/:mail', element: <MailpitLink /> },
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ]
}

function routesBehindLogin(openRealtime: RoutesDeps['openRealtime']): RouteObject[] {
  return [
    {
      ...appLayout(openRealtime),
      children: [
        // One route for the list and for a mail in it, so that the list stays mounted.
        page(`${paths.inbox}/:mail?`, () => import('./screens/inbox-page.tsx'), 'InboxPage'),
        {
          ...page(
            paths.integrations,
            () => import('./layout/section-layout.tsx'),
            'IntegrationsLayout',
          ),
          children: [
            first(paths.smtpCredentials),
            teamPage(
              paths.smtpCredentials,
              () => import('./screens/connect-page.tsx'),
              'ConnectPage',
            ),
            teamPage(
              paths.apiTokens,
              () => import('../features/api-tokens/api-tokens-page.tsx'),
              'ApiTokensPage',
            ),
            withAccounts(
              teamPage(
                paths.forwarding,
                () => import('../features/forwarding-rules/forwarding-page.tsx'),
                'ForwardingPage',
              ),
            ),
            withAccounts(
              teamPage(
                paths.webhooks,
                () => import('../features/webhooks/webhooks-page.tsx'),
                'WebhooksPage',
              ),
            ),
          ],
        },
        {
          ...page(paths.team, () => import('./layout/section-layout.tsx'), 'TeamLayout'),
          children: [
            first(paths.teamInfo),
            withAccounts(
              teamPage(
                paths.teamInfo,
                () => import('./screens/team-info-page.tsx'),
                'TeamInfoPage',
              ),
            ),
            withAccounts(
              teamPage(
                paths.teamUsers,
                () => import('./screens/team-users-page.tsx'),
                'TeamUsersPage',
              ),
            ),
            teamPage(paths.teamTags, () => import('../features/tags/tags-page.tsx'), 'TagsPage'),
            teamPage(
              paths.teamFailures,
              () => import('../features/failures/failures-page.tsx'),
              'FailuresPage',
            ),
            teamPage(
              `${paths.teamFailures}/drills/:drill`,
              () => import('../features/failures/drill-page.tsx'),
              'DrillPage',
            ),
            teamPage(paths.teamGuards, () => import('./screens/guards-page.tsx'), 'GuardsPage'),
            teamPage(
              paths.teamChecks,
              () => import('../features/inspection/checks-page.tsx'),
              'ChecksPage',
            ),
          ],
        },
        {
          ...page(paths.settings, () => import('./layout/section-layout.tsx'), 'SettingsLayout'),
          children: [
            first(paths.profile),
            withAccounts(
              page(paths.profile, () => import('./screens/profile-page.tsx'), 'ProfilePage'),
            ),
            withAccounts(
              page(paths.password, () => import('./screens/password-page.tsx'), 'PasswordPage'),
            ),
            page(
              paths.appearance,
              () => import('../features/settings/appearance-page.tsx'),
              'AppearancePage',
            ),
          ],
        },
        {
          ...withAccounts(
            page(paths.billing, () => import('./layout/section-layout.tsx'), 'BillingLayout'),
          ),
          children: [
            first(paths.plan),
            page(paths.plan, () => import('../features/billing/plan-page.tsx'), 'PlanPage'),
          ],
        },
        {
          ...page(paths.admin, () => import('./screens/operator-layout.tsx'), 'OperatorLayout'),
          children: [
            first(paths.adminOverview),
            page(
              paths.adminOverview,
              () => import('../features/operator/overview-page.tsx'),
              'OverviewPage',
            ),
            page(paths.adminPeople, () => import('./screens/people-page.tsx'), 'PeoplePage'),
            page(
              paths.adminTeams,
              () => import('../features/operator/all-teams-page.tsx'),
              'AllTeamsPage',
            ),
            page(
              paths.adminSettings,
              () => import('../features/operator/server-settings-page.tsx'),
              'ServerSettingsPage',
            ),
            page(paths.adminAudit, () => import('../features/operator/acts-page.tsx'), 'ActsPage'),
          ],
        },
      ],
    },
  ]
}
