import type { QueryClient } from '@tanstack/react-query'
import { redirect, type RouteObject } from 'react-router'
import type { Realtime } from '../lib/realtime.ts'
import { RealtimeContext } from '../lib/realtime-context.ts'
import { RootLayout } from './layout/root-layout.tsx'
import { requireVerifiedUser, startSignedOut } from './route-guard.ts'
import { NotFoundScreen } from './screens/not-found-screen.tsx'
import { RouteErrorScreen } from './screens/route-error-screen.tsx'

type RoutesDeps = { queryClient: QueryClient; openRealtime: () => Promise<Realtime> }

/** Every address of the product. Each screen is a chunk of its own, loaded when it is first opened. */
export function createRoutes({ queryClient, openRealtime }: RoutesDeps): RouteObject[] {
  return [
    {
      Component: RootLayout,
      ErrorBoundary: RouteErrorScreen,
      HydrateFallback: () => null,
      children: [
        {
          path: '/',
          lazy: {
            Component: async () => (await import('./screens/welcome-page.tsx')).WelcomePage,
          },
        },
        {
          path: '/terms',
          lazy: {
            Component: async () => (await import('../features/welcome/terms-page.tsx')).TermsPage,
          },
        },
        {
          path: '/privacy',
          lazy: {
            Component: async () =>
              (await import('../features/welcome/privacy-page.tsx')).PrivacyPage,
          },
        },
        {
          path: '/login',
          loader: startSignedOut(queryClient),
          // Only opening the screen ends a session, not a change of its query or a finished login.
          shouldRevalidate: () => false,
          lazy: {
            Component: async () =>
              (await import('../features/accounts/login-screen.tsx')).LoginScreen,
          },
        },
        {
          path: '/register',
          lazy: {
            Component: async () =>
              (await import('../features/accounts/register-screen.tsx')).RegisterScreen,
          },
        },
        {
          path: '/forgot-password',
          lazy: {
            Component: async () =>
              (await import('../features/accounts/forgot-password-screen.tsx'))
                .ForgotPasswordScreen,
          },
        },
        {
          path: '/reset-password/:token',
          lazy: {
            Component: async () =>
              (await import('../features/accounts/reset-password-screen.tsx')).ResetPasswordScreen,
          },
        },
        {
          path: '/verify-email',
          lazy: {
            Component: async () =>
              (await import('../features/accounts/verify-email-screen.tsx')).VerifyEmailScreen,
          },
        },
        {
          path: '/verify-email/:token',
          lazy: {
            Component: async () =>
              (await import('../features/accounts/email-verification-screen.tsx'))
                .EmailVerificationScreen,
          },
        },
        {
          path: '/invite',
          lazy: {
            Component: async () => (await import('./screens/invite-page.tsx')).InvitePage,
          },
        },
        {
          path: '/forwarding-verification',
          lazy: {
            Component: async () =>
              (await import('./screens/forwarding-verification-page.tsx'))
                .ForwardingVerificationPage,
          },
        },
        {
          path: '/forwarding/stop/:token',
          lazy: {
            Component: async () =>
              (await import('./screens/forwarding-stop-page.tsx')).ForwardingStopPage,
          },
        },
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
            {
              // One route for the list and for a mail in it, so that the list stays mounted.
              path: '/inbox/:mail?',
              lazy: {
                Component: async () => (await import('./screens/inbox-page.tsx')).InboxPage,
              },
            },
            {
              path: '/integrations',
              lazy: {
                Component: async () =>
                  (await import('./layout/section-layout.tsx')).IntegrationsLayout,
              },
              children: [
                {
                  index: true,
                  element: null,
                  loader: () => redirect('/integrations/smtp-credentials'),
                },
                {
                  path: 'smtp-credentials',
                  lazy: {
                    Component: async () =>
                      (await import('./screens/smtp-credentials-page.tsx')).SmtpCredentialsPage,
                  },
                },
                {
                  path: 'forwarding',
                  lazy: {
                    Component: async () =>
                      (await import('./screens/forwarding-page.tsx')).ForwardingPage,
                  },
                },
              ],
            },
            {
              path: '/team',
              lazy: {
                Component: async () => (await import('./layout/section-layout.tsx')).TeamLayout,
              },
              children: [
                { index: true, element: null, loader: () => redirect('/team/info') },
                {
                  path: 'info',
                  lazy: {
                    Component: async () =>
                      (await import('./screens/team-info-page.tsx')).TeamInfoPage,
                  },
                },
                {
                  path: 'users',
                  lazy: {
                    Component: async () =>
                      (await import('./screens/team-users-page.tsx')).TeamUsersPage,
                  },
                },
              ],
            },
            {
              path: '/settings',
              lazy: {
                Component: async () => (await import('./layout/section-layout.tsx')).SettingsLayout,
              },
              children: [
                { index: true, element: null, loader: () => redirect('/settings/profile') },
                {
                  path: 'profile',
                  lazy: {
                    Component: async () => (await import('./screens/profile-page.tsx')).ProfilePage,
                  },
                },
                {
                  path: 'password',
                  lazy: {
                    Component: async () =>
                      (await import('./screens/password-page.tsx')).PasswordPage,
                  },
                },
                {
                  path: 'appearance',
                  lazy: {
                    Component: async () =>
                      (await import('../features/settings/appearance-page.tsx')).AppearancePage,
                  },
                },
              ],
            },
            {
              path: '/billing',
              lazy: {
                Component: async () => (await import('./layout/section-layout.tsx')).BillingLayout,
              },
              children: [
                { index: true, element: null, loader: () => redirect('/billing/plan') },
                {
                  path: 'plan',
                  lazy: {
                    Component: async () =>
                      (await import('../features/billing/plan-page.tsx')).PlanPage,
                  },
                },
              ],
            },
          ],
        },
        { path: '*', Component: NotFoundScreen },
      ],
    },
  ]
}
