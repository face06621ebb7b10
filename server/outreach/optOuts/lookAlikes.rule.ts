/**
 * Letters and signs that look like a letter of the words that opt out, by that letter: Cyrillic, Greek, Armenian,
 * Cherokee, small capitals and digits. What Unicode itself takes for the same letter is not among them.
 */
const shapes: Readonly<Record<string, string>> = {
  A: "АаΑαɑᴀᎪ@4",
  B: "ВвΒβʙᏴ",
  C: "СсϹϲᴄᏟ",
  D: "ԁᴅᎠ",
  E: "ЕеΕεᴇᎬ3€",
  F: "Ϝꜰ",
  G: "Ԍɢᏻ",
  H: "НһΗʜᎻ",
  I: "ІіΙιɩıɪ1",
  J: "ЈјΪᴊᎫ",
  K: "КкΚκᴋᏦ",
  L: "ӏʟᏞ",
  M: "МмΜᴍᎷ",
  N: "ΝηпոɴꞂ",
  O: "ОоΟοσՕօᴏ0",
  P: "РрΡρᴘᏢ",
  Q: "Ԛԛ",
  R: "гʀᎡᏒ",
  S: "ЅѕՏꜱᏚ5$",
  T: "ТтΤτᴛᎢ",
  U: "υՍսᴜ",
  V: "νѵѴᴠᏙ",
  W: "ԜԝωᴡᏔ",
  X: "ХхΧχ",
  Y: "УуΥγʏ",
  Z: "Ζᴢ",
}

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries(shapes).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
)

/** Where the alphabets of white letters in black circles and squares begin, and that of flags. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6]

const letterOf = (sign: string): string => {
  const place = alphabets.map((first) => (sign.codePointAt(0) ?? 0) - first).find((from) => from >= 0 && from < 26)
  return place === undefined ? (letters.get(sign) ?? sign) : String.fromCodePoint(65 + place)
}

/** A text in capitals, with the letters it seems to have. One step for each character. */
export const seemingLetters = (text: string): string =>
  Array.from(text.normalize("NFKD"), letterOf).join("").normalize("NFC").toUpperCase()

/** A text whose letters that are drawn out ("STOPPP") stand once. */
export const withoutStretches = (text: string): string => text.replaceAll(/([\p{L}\p{M}])\1{2,}/gu, "$1")

/** A text in which no letter or syllable stands twice in a row. */
export const withoutDoubles = (text: string): string => text.normalize("NFC").replaceAll(/([\p{L}\p{M}])\1+/gu, "$1")
