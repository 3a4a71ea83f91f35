/** What a team has said about the checks of its mail. A team that changed nothing has no row. */
export type InspectionTables = {
  inspection_settings: {
    team_id: number
    /** JSON: the contract's `InspectionSettings`, in part or whole. */
    settings: string
    /** 1 where each caught mail is checked. */
    checks_all: number
  }
}
