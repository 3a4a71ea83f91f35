/** Whether the result of a search may depend on the time zone, where days begin and end. */
export const mayNameDays = (search: string) => /(?:after|before|on|dated):/i.test(search)
