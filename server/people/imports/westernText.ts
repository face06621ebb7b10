import { isAscii } from "node:buffer"

/** Letters beyond ASCII of Western Europe's languages, in windows-1252. */
const letter = "[ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸŒŠŽàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßœšž]"
const upper = "[ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸŒŠŽ]"
/** Signs that stand between words, never in them, and some that Western texts hardly have. */
const sign = "[€‚ƒ„…†‡ˆ‰‹“”•˜™›¡¢£¤¥¦§¨©«¬®¯°±²³µ¶¸¹»¼½¾¿×÷]"

/** What a text in another encoding looks like when it is read as windows-1252. */
const foreign = [
  // Bytes that mean nothing there.
  "[\\u0080-\\u009f]",
  // Words of such letters: Greek, Cyrillic, Hebrew, Chinese, Korean, half-width Japanese.
  `${letter}{3}|[¡-¿]{3}`,
  `(?<![A-Za-z])${letter}[‘’–—]?${letter}(?![A-Za-z])`,
  // Japanese, Thai and Central European letters that became signs.
  `[A-Za-z]${sign}[A-Za-z]|${letter}[€‚ƒ„†‡ˆ‰‹“•˜™›¡¢£¤¥¦§¨©«¬®¯±³µ¶¸¹¼½¾¿×÷]|${sign}${letter}(?<![“„«¿¡]${letter})|[A-Za-z]{2}[³¹£¥¢¤¦¬±µ¶¸¼½¾ƒ†‡ˆ‰˜‚]|[£¥¢¤¦¬±³¹¶¸¼¾ƒ†‡ˆ‰˜][A-Za-z]`,
  // Of old Macs: a capital in the middle of a word.
  `[a-z]${upper}(?![A-Z])|Ÿ[a-z]`,
]
const anyForeign = new RegExp(foreign.join("|"))

/** What no word goes over: a piece is judged up to its last one, so that none is judged by a half. */
const isBetweenWords = /[\s,;|"]/

/** Where the text after its last whole word begins; `from` where what was not looked through begins. */
const afterLastWord = (text: string, from: number): number => {
  let end = text.length
  while (end > from && !isBetweenWords.test(text.charAt(end - 1))) end -= 1
  return end > from ? end : 0
}

/** A letter that encodings write each in its own way; where there is none, nothing is to be judged. */
const beyondAscii = /[\u0080-\uffff]/

/** The most letters without an end of a word that are looked at: no row is that long, so such a file is refused anyway. */
const maxHeld = 1_000_000

/**
 * Looks at a text that is not Unicode, piece by piece: whether it is plainly one
 * of Western Europe. Every byte means something in windows-1252, so a Japanese
 * name would be stored as nonsense without a word of warning.
 */
export const westernProbe = () => {
  const decoder = new TextDecoder("windows-1252")
  let held = ""
  let western = true
  return {
    look: (bytes: Uint8Array): void => {
      if (!western) return
      const isPlain = isAscii(bytes) && !beyondAscii.test(held)
      const text = held + decoder.decode(bytes, { stream: true })
      const end = afterLastWord(text, held.length)
      western = (isPlain || !anyForeign.test(text.slice(0, end))) && text.length - end <= maxHeld
      held = text.slice(end)
    },
    /** Once all of it was seen. */
    isWestern: (): boolean => western && !anyForeign.test(held),
  }
}
