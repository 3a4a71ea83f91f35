import { Play } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { useFollowing } from './use-following.ts'

/** Says why messages open by themselves, and ends it. */
export function FollowBar() {
  const [, setFollowing] = useFollowing()
  return (
    <div className="flex flex-none items-center gap-2.5 border-b border-line bg-raised px-3.5 py-1.5 text-sm">
      <Play className="flex-none text-ink-3" />
      <p className="min-w-0 flex-1">Each new message opens by itself, and stays unread.</p>
      <Button size="sm" onClick={() => setFollowing(false)}>
        Stop
      </Button>
    </div>
  )
}
