import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The addresses that outgoing requests are allowed to use. */
export interface AddressPolicy {
  /** @param address an IPv4 or IPv6 address as written by the system's resolver. A name is never allowed. */
  allows(address: string): boolean
  /** Networks allowed in addition to public addresses, in CIDR form. */
  readonly allowed: readonly string[]
}

/** IPv4 networks that are not public, or not only public. @see IANA, IPv4 Special-Purpose Address Registry */
const special4 = [
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade translation
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; cloud providers publish secrets there
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays to 6to4
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]

/** The public part of the IPv6 address space. @see IANA, IPv6 Address Space */
const public6 = ['2000::/3']

/**
 * Parts of the public IPv6 address space that are not public. @see IANA, IPv6 Special-Purpose Address
 * Registry
 */
const special6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address
  '3fff::/20', // documentation
]

/**
 * Prefixes of IPv6 addresses that contain an IPv4 address in their last 32 bits: mapped addresses, and those
 * of a NAT64 gateway.
 */
const carriers = ['::ffff:0:0/96', '64:ff9b::/96']

/** Created when the first address is checked, because no address is checked during startup. */
let made: ReturnType<typeof makeRegistries> | undefined

function registries(): ReturnType<typeof makeRegistries> {
  made ??= makeRegistries()
  return made
}

function makeRegistries() {
  return {
    refused4: networks(special4),
    reachable6: networks(public6),
    refused6: networks(special6),
    carrying: networks(carriers),
  }
}

/**
 * Creates a policy that allows public addresses and the given networks.
 * @param allowed networks in CIDR form.
 * @throws RangeError if any of the strings is not a network.
 */
export function createAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const granted = networks(allowed)
  return {
    allowed,
    allows(address) {
      const plain = unwrap(address)
      const { refused4, reachable6, refused6 } = registries()
      if (isIPv4(plain)) return !refused4.check(plain, 'ipv4') || granted.check(plain, 'ipv4')
      if (!isIPv6(plain)) return false
      const isPublic = reachable6.check(plain, 'ipv6') && !refused6.check(plain, 'ipv6')
      return isPublic || granted.check(plain, 'ipv6')
    },
  }
}

/** Allows only public addresses. */
export const publicOnly: AddressPolicy = createAddressPolicy([])

/**
 * Parses the networks that an operator allows in addition to public addresses.
 * @param text `all`, or networks in CIDR form separated by commas.
 * @returns `undefined` if a part is not a network.
 */
export function readAddressPolicy(text: string): AddressPolicy | undefined {
  const parts = text === 'all' ? ['0.0.0.0/0', '::/0'] : text.split(',').map((part) => part.trim())
  try {
    return createAddressPolicy(parts)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function networks(list: readonly string[]): BlockList {
  const found = new BlockList()
  for (const network of list) {
    const [, address = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(network) ?? []
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    const isNetwork = family === 'ipv4' || isIPv6(address)
    if (!isNetwork || Number(digits) > (family === 'ipv4' ? 32 : 128)) {
      throw new RangeError(`"${network}" is not a valid IP network.`)
    }
    found.addSubnet(address, Number(digits), family)
  }
  return found
}

/**
 * The IPv4 address inside an IPv6 address. If there is none, the address itself, without the zone that a
 * link-local address can have.
 */
function unwrap(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain) || !registries().carrying.check(plain, 'ipv6')) return plain
  // The URL parser writes the last 32 bits as two groups, whatever form they had originally.
  const [high = 0, low = 0] = new URL(`http://[${plain}]`).hostname
    .slice(1, -1)
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
