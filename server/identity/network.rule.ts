import ipaddr from "ipaddr.js"

/**
 * The network that an address is counted by. Of IPv6 it is the first 64 bits: that much a provider gives each
 * connection, and whoever has it picks addresses within it at will. What is no address stands for itself.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const found = ipaddr.process(address)
  if (!(found instanceof ipaddr.IPv6)) return found.toString()
  return `${found.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`
}
