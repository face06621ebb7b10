import type { ServerResponse } from "node:http"

/**
 * The headers of every answer (architecture §10): no inline script or style, no
 * foreign origin but a hosted identity provider's, no framing by others, no
 * sniffing. The frame of silent sign-in is our own, hence `'self'` for frames.
 */
export const securityHeaders = (identityOrigin: string | undefined): Readonly<Record<string, string>> => {
  const identity = identityOrigin === undefined ? "" : ` ${identityOrigin}`
  return {
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "manifest-src 'self'",
      `connect-src 'self'${identity}`,
      `frame-src 'self'${identity}`,
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'self'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  }
}

/** Sets the headers before any handler writes its own. */
export const setHeaders = (response: ServerResponse, headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
