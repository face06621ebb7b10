import { Option, Schema } from "effect"
import { OfferedVoice } from "#schemas/outreach/voice.ts"

const isOffered = Schema.is(OfferedVoice)

/** The voices of a service's list that we can offer: an entry of a kind that we do not know leaves the others. */
export const offeredVoices = <Listed>(
  entries: ReadonlyArray<unknown>,
  listed: Schema.Decoder<Listed>,
  offered: (voice: Listed) => ReadonlyArray<OfferedVoice>,
): ReadonlyArray<OfferedVoice> => {
  const read = Schema.decodeUnknownOption(listed)
  return entries.flatMap((entry) => Option.match(read(entry), { onNone: () => [], onSome: offered })).filter(isOffered)
}
