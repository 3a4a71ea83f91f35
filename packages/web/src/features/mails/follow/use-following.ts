import { useLocation, useNavigate } from 'react-router'

const name = 'follow'

/**
 * Whether each new mail of the shown list opens by itself. It is in the address, so that a second screen keeps it
 * when it is loaded again, and no other tab of the browser follows as well.
 */
export function useFollowing(): [boolean, (follows: boolean) => void] {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const query = new URLSearchParams(search)
  return [
    query.get(name) === '1',
    (follows) => {
      if (follows) query.set(name, '1')
      else query.delete(name)
      void navigate(
        { pathname, search: query.toString() },
        { replace: true, state: state as unknown },
      )
    },
  ]
}
