import { paths } from '../../lib/paths/paths.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { FullPageMessage } from './full-page-message.tsx'

export function NotFoundScreen() {
  usePageTitle('Page not found')
  return (
    <FullPageMessage
      code="404"
      title="This page does not exist"
      action={
        <ButtonLink to={paths.inbox} size="lg">
          Go to the inbox
        </ButtonLink>
      }
    >
      The address may be mistyped, or the page has moved.
    </FullPageMessage>
  )
}
