import { countText, type Team } from '@mailstop/contract'
import { ChevronsUpDown, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { metaKey } from '../../lib/keys/modifier-key.ts'
import { Avatar } from '../../ui/texts/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { KeyHint } from '../../ui/buttons/key-hint.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/popups/menu.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { useCurrentTeam } from './current-team.ts'
import { useTeamChoice } from './use-team-choice.ts'
import { useTeams } from './use-teams.ts'

type TeamSwitcherProps = {
  collapsed?: boolean
  /** Opens the dialog for another team; null where there can be one team alone. */
  onAdd: (() => void) | null
  /** What the open menu shows beside the name of a team. */
  renderUnread: (team: Team) => ReactNode
}

/** The current team and the way to the others. Choosing one leads to its inbox. */
export function TeamSwitcher({ collapsed = false, onAdd, renderUnread }: TeamSwitcherProps) {
  const { data: teams } = useTeams()
  const current = useCurrentTeam()
  const choose = useTeamChoice()

  if (teams === undefined || current === null) return <SwitcherSkeleton collapsed={collapsed} />
  const members = onAdd ? countText(current.members_count, 'member') : 'All mail'
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
              <ChevronsUpDown className="text-ink-3" />
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
            trailing={index < 9 ? <KeyHint keys={`${metaKey} ${index + 1}`} /> : undefined}
            onSelect={() => choose(team)}
          >
            <span className="flex min-w-0 items-center justify-between gap-2">
              <span className="truncate" title={team.name}>
                {team.name}
              </span>
              {renderUnread(team)}
            </span>
          </MenuItem>
        ))}
      </MenuGroup>
      {onAdd && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Plus className="m-[5px]" />} onSelect={onAdd}>
            Add a new team
          </MenuItem>
        </>
      )}
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
