import { Option, Schema } from "effect"
import { OfferedVoice } from "#schemas/outreach/voice.ts"

const isOffered = Schema.is(OfferedVoice)

/**
 * A language as others call it, by language, script, region and variants: without what is no part of a tag
 * (`en-us-nyc`) and what an engine added for itself (`en-gb-x-rp`), and `zh` for `cmn`.
 */
const tagOf = (code: string): string => {
  try {
    return new Intl.Locale(code).baseName
  } catch {
    return code.includes("-") ? tagOf(code.replace(/-[^-]*$/, "")) : ""
  }
}

/**
 * The voices of an engine's list that we can offer, each language by one name for all engines: an entry of a kind that
 * we do not know leaves the others.
 */
export const offeredVoices = <Listed>(
  entries: ReadonlyArray<unknown>,
  listed: Schema.Decoder<Listed>,
  offered: (voice: Listed) => ReadonlyArray<OfferedVoice>,
): ReadonlyArray<OfferedVoice> => {
  const read = Schema.decodeUnknownOption(listed)
  return entries
    .flatMap((entry) => Option.match(read(entry), { onNone: () => [], onSome: offered }))
    .map((voice) => ({ ...voice, language: tagOf(voice.language) }))
    .filter((voice) => voice.language !== "" && isOffered(voice))
}
