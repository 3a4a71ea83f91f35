import { errorText } from '../../lib/api/api-error.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FullPageMessage } from './full-page-message.tsx'

/** Shown when a screen fails: its data or its code did not load, or rendering failed. */
export function ScreenErrorPage({ error }: { error: unknown }) {
  usePageTitle('Something went wrong')
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
