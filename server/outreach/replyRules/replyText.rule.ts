/** Marks above letters that people leave out: accents of Latin letters, and the vowels of Arabic. */
const accents = /[\u0300-\u036f]|[\u064b-\u0655\u0670]/gu
/** What no eye sees, such as marks of direction. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** What stands around words and numbers; an emoji says something and stays. */
const around = /[\p{P}\p{Z}\s]+/gu
const asking = /[?¿؟？⁇]/u

/** The digit zero of the ten to which a digit belongs: each script has its digits in a row. */
const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** A text as patterns read it: letters in one form, without what no eye sees. */
export const plainText = (text: string): string => text.normalize("NFKC").replaceAll(unseen, "")

/** A reply in the form in which replies are compared. */
export type SaidText = {
  /** Without capitals and punctuation, one blank between words, digits as 0 to 9. */
  readonly words: string
  /** The same without accents. */
  readonly bare: string
  /** Whether it asks something. */
  readonly asks: boolean
}

/** What a text says as a whole; twice through the capitals, since ß and ς have none of their own. */
export const saidText = (text: string): SaidText => {
  const words = plainText(text)
    .replaceAll(/['’‘ʼ`´]/gu, "")
    .replaceAll(around, " ")
    .trim()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/\p{Nd}/gu, digitOf)
  return { words, bare: words.normalize("NFKD").replaceAll(accents, "").normalize("NFC"), asks: asking.test(text) }
}
