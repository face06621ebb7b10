import { Result } from "effect"
import { limits } from "#schemas/constants.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { Carrier } from "#server/delivery/Carrier.ts"
import { assessBy, type Reach } from "#server/outreach/recipients/assess.rule.ts"
import { inLanguage, readVersion, renderMessage } from "#server/outreach/templates/message.rule.ts"
import { segmentCount } from "#server/outreach/templates/segments.rule.ts"
import type { Channel } from "./channel.ts"

const reach: Reach = {
  unreached: (kind) => (kind === "landline" ? "landline" : undefined),
  unfit: (body) => (body.length > limits.messageCharacters ? "tooLong" : undefined),
  cost: segmentCount,
}

/** Texts to phones. */
export const textChannel: Channel = {
  ...textFacts,
  read: (version) =>
    Result.map(readVersion(version), (message) => ({
      text: message.text,
      variables: message.variables,
      render: (values, language) => renderMessage(inLanguage(message, language), values),
    })),
  assess: assessBy(reach),
  heard: (body) => body,
  goesOn: false,
  cost: reach.cost,
  send: (message, mayLeave) => Carrier.use((carrier) => carrier.send(message, mayLeave)),
  find: (search) => Carrier.use((carrier) => carrier.find(search)),
  reportPath: webhookPaths.status,
  parse: (form, query) => Carrier.use((carrier) => carrier.parseStatus(form, query)),
  // What a network gave up on once, it gives up on again.
  retryAfter: () => undefined,
}
