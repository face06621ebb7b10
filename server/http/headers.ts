import type { ServerResponse } from "node:http"
import type { IdentityConfig } from "#server/identity/IdentityConfig.ts"

/** Where the maps service is loaded from, asked, and takes its pictures, styles and fonts; what it computes apart comes as a blob. */
const maps = {
  script: ["https://maps.googleapis.com"],
  connect: ["https://maps.googleapis.com", "https://places.googleapis.com", "https://maps.gstatic.com"],
  img: ["https://*.googleapis.com", "https://*.gstatic.com", "https://*.google.com", "https://*.googleusercontent.com"],
  style: ["https://fonts.googleapis.com"],
  font: ["https://fonts.gstatic.com"],
  worker: ["blob:"],
} as const
const noMaps = { script: [], connect: [], img: [], style: [], font: [], worker: [] } as const

/** The foreign origins the pages need, by what they need them for. */
const foreignOrigins = ({ origin, metadata, authConfig }: IdentityConfig, cards: string | undefined) => {
  const { script, connect, img, style, font, worker } = authConfig.mapsKey === undefined ? noMaps : maps
  const from = (...addresses: ReadonlyArray<string>) =>
    [...new Set(addresses.map((address) => new URL(address).origin))].filter((found) => found !== origin)
  return {
    script: from(...script),
    img: from(...img),
    style: from(...style),
    font: from(...font),
    worker,
    connect: from(authConfig.apiBase, metadata.token_endpoint, ...connect),
    frame: from(metadata.authorization_endpoint, ...(cards === undefined ? [] : [cards])),
  }
}

/** A browser that came by https comes by https only for a year, to hosts below this one too. */
const httpsOnly = "max-age=31536000; includeSubDomains"

const directive = (name: string, ...sources: ReadonlyArray<string>) => [name, ...sources].join(" ")

/**
 * The headers of every answer (docs/architecture.md#safety): no inline script or style, no
 * framing by others, no sniffing, and no foreign origin but those the settings of
 * the browser name: the API's, a hosted identity provider's, the maps service's
 * when there is a key. The frame of silent sign-in returns to a page of our own,
 * which is why frames allow `'self'`. Where people reach us by https, nothing else is tried.
 * @param cards an address of the card processor that is in use, whose page a frame shows
 */
export const securityHeaders = (identity: IdentityConfig, cards?: string): Readonly<Record<string, string>> => {
  const { script, img, style, font, worker, connect, frame } = foreignOrigins(identity, cards)
  return {
    "content-security-policy": [
      "default-src 'none'",
      directive("script-src", "'self'", ...script),
      directive("style-src", "'self'", ...style),
      directive("img-src", "'self'", "data:", ...img),
      directive("font-src", "'self'", ...font),
      // Sounds that staff hear are fetched with their token, and played from memory.
      directive("media-src", "'self'", "blob:"),
      ...(worker.length === 0 ? [] : [directive("worker-src", ...worker)]),
      "manifest-src 'self'",
      directive("connect-src", "'self'", ...connect),
      directive("frame-src", "'self'", ...frame),
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'self'",
    ].join("; "),
    ...(identity.origin.startsWith("https:") ? { "strict-transport-security": httpsOnly } : {}),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    // Staff record what calls say.
    "permissions-policy": "camera=(), microphone=(self), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  }
}

/** Sets the headers before any handler writes its own. */
export const setHeaders = (response: ServerResponse, headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
