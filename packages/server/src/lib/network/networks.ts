import { BlockList, isIP } from 'node:net'

/**
 * Whether an address is in one of these networks: addresses and CIDR ranges; `loopback` is this
 * machine. An IPv4 address counts in either form.
 */
export function createNetworks(networks: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks.flatMap((each) =>
    each === 'loopback' ? ['127.0.0.0/8', '::1'] : [each],
  )) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}
