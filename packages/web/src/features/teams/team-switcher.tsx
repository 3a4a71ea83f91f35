import type { Team } from '@mailstop/contract'
import { ChevronsUpDown } from 'lucide-react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuGroup, MenuItem } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { chooseTeam, useCurrentTeam } from './current-team.ts'
import { teamShortcuts } from './team-shortcuts.ts'
import { useTeams } from './use-teams.ts'

/** The current team and the way to the others. Choosing one leads to its inbox. */
export function TeamSwitcher({ collapsed = false }: { collapsed?: boolean }) {
  const navigate = useNavigate()
  const { data: teams } = useTeams()
  const current = useCurrentTeam()

  function choose(team: Team) {
    chooseTeam(team.id)
    void navigate('/inbox')
  }
  useShortcuts(
    teamShortcuts(teams ?? [], choose, (digit) =>
      toast.error(`No team has been found with key ${digit}`),
    ),
    teams !== undefined,
  )

  if (teams === undefined || current === null) return <SwitcherSkeleton collapsed={collapsed} />
  const members = membersText(current.members_count)
  return (
    <Menu
      align="start"
      matchTrigger
      trigger={
        <button
          type="button"
          aria-label={collapsed ? `Team: ${current.name}` : undefined}
          title={current.name}
          className={classNames(
            'flex w-full min-w-0 items-center gap-[9px] rounded-md py-[7px] text-left hover:bg-hover data-popup-open:bg-hover pointer-coarse:min-h-10',
            collapsed ? 'justify-center px-0' : 'px-2',
          )}
        >
          <Avatar name={current.name} image={current.logo} size="sm" shape="square" />
          {!collapsed && (
            <>
              <span className="min-w-0 flex-1">
                <b className="block truncate leading-[1.35] font-semibold tracking-[-0.01em]">
                  <span className="sr-only">Team: </span>
                  {current.name}
                </b>
                <small className="num block text-xs leading-tight text-ink-3">{members}</small>
              </span>
              <ChevronsUpDown aria-hidden className="text-ink-3" />
            </>
          )}
        </button>
      }
    >
      <MenuGroup label="Teams">
        {teams.map((team, index) => (
          <MenuItem
            key={team.id}
            icon={<Avatar name={team.name} image={team.logo} size="sm" shape="square" />}
            checked={team.id === current.id}
            trailing={index < 9 ? <Kbd>⌘{index + 1}</Kbd> : undefined}
            onSelect={() => choose(team)}
          >
            {team.name}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  )
}

function SwitcherSkeleton({ collapsed }: { collapsed: boolean }) {
  return (
    <div className={classNames('flex h-[47px] items-center gap-[9px]', !collapsed && 'px-2')}>
      <Skeleton className="size-[26px] flex-none rounded-md" />
      {!collapsed && (
        <span className="grid flex-1 gap-2">
          <Skeleton className="w-24" />
          <Skeleton className="h-2! w-16" />
        </span>
      )}
    </div>
  )
}

const membersText = (count: number) => (count === 1 ? '1 member' : `${count} members`)
