import { isRouteErrorResponse, useRouteError } from 'react-router'
import { errorText } from '../../lib/api-error.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button } from '../../ui/button.tsx'
import { FullPageMessage } from './full-page-message.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Shown when a screen fails: its data or its code did not load, or rendering failed. */
export function RouteErrorScreen() {
  const error = useRouteError()
  usePageTitle('Something went wrong')
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  return (
    <FullPageMessage
      title="This page could not be shown"
      action={
        <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      {errorText(error)}
    </FullPageMessage>
  )
}
