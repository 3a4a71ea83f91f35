/** What a connection from this machine to its own SMTP ports begins with, where they expect a load balancer. */
export const ownProxyHeader = 'PROXY UNKNOWN\r\n'
