import ipaddr from "ipaddr.js"

/**
 * The network that an address is counted by. Of IPv6 it is the first 64 bits: that much a provider gives each
 * connection, and its owner picks addresses within it at will. What is no address stands for itself.
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

/** Whether a host, an address or its name in a URL, is this very machine: localhost, 127.0.0.0/8 or ::1. */
export const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase()
  return name === "localhost" || (ipaddr.isValid(name) && ipaddr.process(name).range() === "loopback")
}
