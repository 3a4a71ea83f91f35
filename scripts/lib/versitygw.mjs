import { goTool } from './go-tools.mjs'

/** The path of a server that speaks S3, for tests. It is installed when it is missing. */
export const versitygw = () => goTool('versitygw')
