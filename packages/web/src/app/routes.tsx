import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import { paths } from '../lib/paths.ts'
import type { Realtime } from '../lib/realtime.ts'
import { RealtimeContext } from '../lib/realtime-context.ts'
import { RootLayout } from './layout/root-layout.tsx'
import { requireVerifiedUser, startSignedOut } from './route-guard.ts'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { RouteErrorScreen } from './screens/route-error-screen.tsx'

type RoutesDeps = { queryClient: QueryClient; openRealtime: () => Promise<Realtime> }

const page = (path: string, Component: () => Promise<ComponentType>) => ({
  path,
  lazy: { Component },
})

/** A section redirects to its first page. */
const first = (path: string) => ({ index: true, element: null, loader: () => redirect(path) })

/** All addresses of the product. Each screen is a chunk of its own, loaded when it is first opened. */
export function createRoutes({ queryClient, openRealtime }: RoutesDeps): RouteObject[] {
  return [
    {
      Component: RootLayout,
      ErrorBoundary: RouteErrorScreen,
      HydrateFallback: () => null,
      children: [
        page(paths.welcome, async () => (await import('./screens/welcome-page.tsx')).WelcomePage),
        page(
          paths.terms,
          async () => (await import('../features/welcome/terms-page.tsx')).TermsPage,
        ),
        page(
          paths.privacy,
          async () => (await import('../features/welcome/privacy-page.tsx')).PrivacyPage,
        ),
        {
          ...page(
            paths.login,
            async () => (await import('../features/accounts/login-screen.tsx')).LoginScreen,
          ),
          loader: startSignedOut(queryClient),
          // Opening the screen ends the session; a change of its query or a finished login does not.
          shouldRevalidate: () => false,
        },
        page(
          paths.register,
          async () => (await import('../features/accounts/register-screen.tsx')).RegisterScreen,
        ),
        page(
          paths.forgotPassword,
          async () =>
            (await import('../features/accounts/forgot-password-screen.tsx')).ForgotPasswordScreen,
        ),
        page(
          '/reset-password/:token',
          async () =>
            (await import('../features/accounts/reset-password-screen.tsx')).ResetPasswordScreen,
        ),
        page(
          paths.verifyEmail,
          async () =>
            (await import('../features/accounts/verify-email-screen.tsx')).VerifyEmailScreen,
        ),
        page(
          `${paths.verifyEmail}/:token`,
          async () =>
            (await import('../features/accounts/email-verification-screen.tsx'))
              .EmailVerificationScreen,
        ),
        page('/invite', async () => (await import('./screens/invite-page.tsx')).InvitePage),
        page(
          '/forwarding-verification',
          async () =>
            (await import('./screens/forwarding-verification-page.tsx')).ForwardingVerificationPage,
        ),
        page(
          '/forwarding/stop/:token',
          async () => (await import('./screens/forwarding-stop-page.tsx')).ForwardingStopPage,
        ),
        {
          middleware: [requireVerifiedUser(queryClient)],
          lazy: async () => {
            const [{ AppLayout }, realtime] = await Promise.all([
              import('./layout/app-layout.tsx'),
              openRealtime(),
            ])
            return {
              element: (
                <RealtimeContext value={realtime}>
                  <AppLayout />
                </RealtimeContext>
              ),
            }
          },
          children: [
            // One route for the list and for a mail in it, so that the list stays mounted.
            page(
              `${paths.inbox}/:mail?`,
              async () => (await import('./screens/inbox-page.tsx')).InboxPage,
            ),
            {
              ...page(
                paths.integrations,
                async () => (await import('./layout/section-layout.tsx')).IntegrationsLayout,
              ),
              children: [
                first(paths.smtpCredentials),
                page(
                  paths.smtpCredentials,
                  async () =>
                    (await import('./screens/smtp-credentials-page.tsx')).SmtpCredentialsPage,
                ),
                page(
                  paths.forwarding,
                  async () => (await import('./screens/forwarding-page.tsx')).ForwardingPage,
                ),
              ],
            },
            {
              ...page(
                paths.team,
                async () => (await import('./layout/section-layout.tsx')).TeamLayout,
              ),
              children: [
                first(paths.teamInfo),
                page(
                  paths.teamInfo,
                  async () => (await import('./screens/team-info-page.tsx')).TeamInfoPage,
                ),
                page(
                  paths.teamUsers,
                  async () => (await import('./screens/team-users-page.tsx')).TeamUsersPage,
                ),
              ],
            },
            {
              ...page(
                paths.settings,
                async () => (await import('./layout/section-layout.tsx')).SettingsLayout,
              ),
              children: [
                first(paths.profile),
                page(
                  paths.profile,
                  async () => (await import('./screens/profile-page.tsx')).ProfilePage,
                ),
                page(
                  paths.password,
                  async () => (await import('./screens/password-page.tsx')).PasswordPage,
                ),
                page(
                  paths.appearance,
                  async () =>
                    (await import('../features/settings/appearance-page.tsx')).AppearancePage,
                ),
              ],
            },
            {
              ...page(
                paths.billing,
                async () => (await import('./layout/section-layout.tsx')).BillingLayout,
              ),
              children: [
                first(paths.plan),
                page(
                  paths.plan,
                  async () => (await import('../features/billing/plan-page.tsx')).PlanPage,
                ),
              ],
            },
          ],
        },
        { path: '*', Component: NotFoundScreen },
      ],
    },
  ]
}
