import type { IncomingMessage } from "node:http"
import proxyAddr from "proxy-addr"

/** Under which the door notes who calls; what a caller sends under it is overwritten. */
const header = "client-address"

type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Decides whether an address is that of a proxy of ours. */
export type TrustedProxies = (address: string, hop: number) => boolean

/**
 * Which proxies may name the client they ask for (`X-Forwarded-For`): addresses, networks
 * as `10.0.0.0/8`, or the words loopback, linklocal and uniquelocal.
 * @throws TypeError for anything else.
 */
export const trustedProxies = (named: ReadonlyArray<string>): TrustedProxies => proxyAddr.compile([...named])

/**
 * Notes the caller's address, for audit and rate limits: the nearest one
 * that is no proxy of ours. A caller who writes the proxies' header gains nothing.
 */
export const noteClientAddress = (request: IncomingMessage, trusted: TrustedProxies): void => {
  request.headers[header] = proxyAddr(request, trusted)
}

/** The address that the door noted; null where the connection has gone already. */
export const clientAddress = (headers: Headers): string | null => {
  const noted = headers[header]
  return typeof noted === "string" ? noted : null
}
