/** Whether what a search finds may depend on the time zone, in which its days begin and end. */
export const mayNameDays = (search: string) => /(?:after|before|on|dated):/i.test(search)
