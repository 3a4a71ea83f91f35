import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'

/** There are no plans to choose from: the page keeps their place. */
export function PlanPage() {
  usePageTitle('Plan')
  return (
    <>
      <PageHeading title="Plan" />
      <div
        data-testid="placeholder"
        className="h-60 rounded-lg border border-dashed border-line-strong bg-surface"
      />
    </>
  )
}
