import { Rows3, Rows4 } from 'lucide-react'
import { chooseDensity, useDensity } from '../../../lib/density.ts'
import { MenuGroup, MenuItem } from '../../../ui/popups/menu.tsx'

/** The items of a menu that choose how close together the rows of the list are. */
export function DensityItems() {
  const density = useDensity()
  return (
    <MenuGroup label="Rows">
      <MenuItem
        icon={<Rows3 aria-hidden />}
        checked={density === 'comfortable'}
        onSelect={() => chooseDensity('comfortable')}
      >
        Comfortable
      </MenuItem>
      <MenuItem
        icon={<Rows4 aria-hidden />}
        checked={density === 'compact'}
        onSelect={() => chooseDensity('compact')}
      >
        Compact
      </MenuItem>
    </MenuGroup>
  )
}
