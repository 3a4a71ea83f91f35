import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** How long a message stands before the page moves on. */
const redirectDelayMs = 2_000

/** Goes to `path` two seconds after there is one, in place of this page. */
export function useDelayedRedirect(path: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (path === undefined) return undefined
    const timer = setTimeout(() => void navigate(path, { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [path, navigate])
}
