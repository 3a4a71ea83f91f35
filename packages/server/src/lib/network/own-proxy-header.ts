/** The beginning of a connection from this machine to its own SMTP ports, where they expect a load balancer. */
export const ownProxyHeader = 'PROXY UNKNOWN\r\n'
