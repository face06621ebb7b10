/** What a reply to a text about something says: it suits (`C`), it does not (`N`), another time (`R`), or yes (`Y`). */
export type TextAnswer = "C" | "N" | "R" | "Y"

/** Whole replies, in small letters, without accents and punctuation. Words that opt out are read before them. */
const phrases: Readonly<Record<TextAnswer, ReadonlyArray<string>>> = {
  C: ["c", "confirm", "confirmed", "i confirm", "confirmo", "confirmar", "confirmado"],
  N: [
    ...["n", "no", "cannot", "cant", "cannot come", "cant come", "cant make it"],
    ...["i cannot", "i cant", "i cannot come", "i cant come", "i cant make it"],
    ...["no puedo", "no puedo ir", "no puedo venir", "no podre ir"],
  ],
  R: ["r", "reschedule", "another time", "otra hora", "reprogramar"],
  Y: ["y", "yes", "yes please", "si", "si por favor"],
}

const answers: ReadonlyMap<string, TextAnswer> = new Map(
  (["C", "N", "R", "Y"] as const).flatMap((answer) => phrases[answer].map((phrase) => [phrase, answer] as const)),
)

/** The longest reply that is looked at, in characters: a longer one is for a person to read. */
const longest = 40

/** What a reply says as a whole, in any case and punctuation; null for one that a person has to read. */
export const readAnswer = (body: string): TextAnswer | null => {
  if (body.length > longest) return null
  const plain = body.normalize("NFKD").replaceAll(/[\p{M}\p{Cf}'’‘`´]/gu, "")
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  // A sign may say more than the words: "yes?" asks, and "no 👍" is unclear.
  return /[?¿\p{Extended_Pictographic}]/u.test(plain) ? null : (answers.get(words.join(" ")) ?? null)
}
