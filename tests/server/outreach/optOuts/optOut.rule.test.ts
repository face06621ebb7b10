import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { languages } from "#schemas/administration/companyDraft.ts"
import { readRequest } from "#server/outreach/optOuts/optOut.rule.ts"
import { requestWords } from "#server/outreach/optOuts/requestWords.rule.ts"
import { stopPhrases } from "#server/outreach/optOuts/stopPhrases.rule.ts"

describe("readRequest", () => {
  it.each([
    ["STOP", "STOP", "en"],
    ["stop", "STOP", "en"],
    [" Stop. ", "STOP", "en"],
    ["“stop”!!", "STOP", "en"],
    ["🛑 stop 🛑", "STOP", "en"],
    ["StopAll", "STOPALL", "en"],
    ["opt-out", "OPT OUT", "en"],
    ["Opt  out", "OPT OUT", "en"],
    ["OPTOUT", "OPTOUT", "en"],
    ["revoke", "REVOKE", "en"],
    ["unsubscribe", "UNSUBSCRIBE", "en"],
    ["Cancel", "CANCEL", "en"],
    ["end", "END", "en"],
    ["QUIT", "QUIT", "en"],
    ["Stop please", "STOP PLEASE", "en"],
    ["Don’t text me!", "DONT TEXT ME", "en"],
    ["Alto", "ALTO", "es"],
    ["¡Parar!", "PARAR", "es"],
    ["no más", "NO MAS", "es"],
    ["ｓｔｏｐ", "STOP", "en"],
    ["🅂🅃🄾🄿", "STOP", "en"],
    ["STOP, please", "STOP PLEASE", "en"],
    ["S.T.O.P.", "STOP", "en"],
    ["s\u200btop", "STOP", "en"],
    ["Arrêt", "ARRET", "fr"],
    ["ARRET", "ARRET", "fr"],
    ["sair", "SAIR", "pt"],
    ["Stopp!", "STOPP", "de"],
    ["aufhören", "AUFHÖREN", "de"],
    ["停止", "停止", "zh"],
    ["退订。", "退订", "zh"],
    ["hủy", "HỦY", "vi"],
    ["Itigil", "ITIGIL", "tl"],
    ["수신 거부", "수신 거부", "ko"],
    ["стоп", "СТОП", "ru"],
    ["إلغاء", "إلغاء", "ar"],
    ["الغاء", "إلغاء", "ar"],
    ["Kanpe", "KANPE", "ht"],
    ["बंद करो", "बंद करो", "hi"],
  ])("takes %j as the request %s to opt out", (text, word, language) => {
    expect(readRequest(text)).toEqual({ kind: "optOut", word, language })
  })

  it.each([
    ["START", "optIn"],
    ["yes", "optIn"],
    ["Unstop.", "optIn"],
    ["inicio", "optIn"],
    ["HELP", "help"],
    ["info?", "help"],
    ["ayuda", "help"],
  ])("takes %j as %s", (text, kind) => {
    expect(readRequest(text)).toMatchObject({ kind })
  })

  it.each([
    "",
    "👍",
    "Please cancel my appointment on Friday",
    "Can you stop by my house?",
    "the end is near",
    "non-stop",
    "stopped",
    "yes please",
    "No",
    "1",
    "No more pain since Tuesday",
    "When should I stop taking the pills?",
    "Where is the bus stop?",
    "Please don't stop the reminders",
    "Remove my stitches on Friday?",
    "Đúng",
    "Хорошо, спасибо",
    "Ναι, ευχαριστώ",
    "Sooo happy, thanks!!!",
    "Yesss",
    "Hello Maria Parra",
    "Room 105",
    "👍🏽🇺🇸",
  ])("leaves %j to people", (text) => {
    expect(readRequest(text)).toEqual({ kind: "other" })
  })

  it.each(["BYE\nMaria", "Bye, Maria Lopez", "ok bye now"])("looks for a company's own words in %j too", (text) => {
    expect(readRequest(text, [{ language: "en", word: "Bye" }])).toEqual({ kind: "unclear" })
    expect(readRequest(text)).toEqual({ kind: "other" })
  })

  it("finds every listed word in any case and between any punctuation", () => {
    const listed = requestWords.flatMap(({ kind, words }) => words.map((word) => ({ kind, word })))
    const noise = fc.stringMatching(/^[ .,!?"'()\n-]{0,4}$/)
    fc.assert(
      fc.property(fc.constantFrom(...listed), fc.boolean(), noise, noise, ({ kind, word }, lower, before, after) => {
        const text = before + (lower ? word.toLowerCase() : word) + after
        expect(readRequest(text)).toMatchObject({ kind, word })
      }),
    )
  })

  it.each([
    "please stop texting me",
    "stop it",
    "Stop\n\nMaria Lopez",
    "STOP - Maria Lopez, sent from my iPhone",
    "Cancel\r\nMaria",
    "End. Thanks",
    "I don’t want any more of these",
    "I do not want these texts",
    "Never text me again!!",
    "You have the wrong number",
    "You won't stop texting me",
    "The bleeding won't stop, what do I do?",
    "Your texts didn't stop",
    "I can't stop these texts",
    "please stop at your earliest convenience",
    "Stop at the earliest please",
    "I thought I unsubscribed",
    "remove this number",
    "STOPALL messages",
    "no more",
    "Basta ya",
    "no me mandes más",
    "no me molesten",
    "ya no quiero mensajes",
    "No me escriban más",
    "Arrêtez de m’écrire",
    "Não quero receber mensagens",
    "Bitte keine SMS mehr",
    "请停止发短信",
    "문자 그만 보내세요",
    "Хватит писать",
    "STOPPP",
    "stoooop!!!",
    "SStop",
    "STOPALLL",
    "Stoppp texting me",
    "STOPPP\nMaria",
    "ЅТОР",
    "ѕtор",
    "ΣΤΟΡ, STΟP",
    "ꜱᴛᴏᴘ",
    "🆂🆃🅾🅿",
    "🇸🇹🇴🇵",
    "ST0P",
    "$top",
    "uηѕubѕсrіbе",
    "CTOП",
    "еnd",
    "S\u20ddT\u20ddO\u20ddP\u20dd now",
    "ѕ\u200bт\u3164ор",
  ])("puts %j before people as what may be an opt-out", (text) => {
    expect(readRequest(text)).toEqual({ kind: "unclear" })
  })

  const noise = fc.stringMatching(/^[ .,!?"'()-]{0,4}$/)
  const anyCase = (text: string) => fc.boolean().map((lower) => (lower ? text.toLowerCase() : text))

  it("never passes over an opt-out word that someone signed", () => {
    const word = fc
      .constantFrom(...requestWords.filter(({ kind }) => kind === "optOut").flatMap(({ words }) => words))
      .chain(anyCase)
    fc.assert(
      fc.property(noise, word, fc.constantFrom("\n", "\r\n", "\n\n", ", ", ". ", " - "), fc.string(), (...parts) => {
        expect(["optOut", "unclear"]).toContain(readRequest(parts.join("")).kind)
      }),
    )
  })

  it("never passes over an opt-out word in letters that look alike, drawn out, with what no eye sees between", () => {
    const word = fc
      .constantFrom(...requestWords.filter(({ kind }) => kind === "optOut").flatMap(({ words }) => words))
      .chain(anyCase)
    const alike: Readonly<Record<string, string>> = {
      S: "Ѕ",
      s: "ѕ",
      T: "Τ",
      O: "Օ",
      o: "ο",
      P: "Р",
      p: "р",
      E: "Ε",
      N: "Ν",
    }
    const letters = fc.array(
      fc.record({
        alike: fc.boolean(),
        times: fc.constantFrom(1, 1, 1, 2, 5),
        unseen: fc.constantFrom("", "", "\u200b", "\u2060", "\u3164", "\ufe0f"),
      }),
      { minLength: 30, maxLength: 30 },
    )
    fc.assert(
      fc.property(noise, word, letters, noise, (before, written, how, after) => {
        const text = [...written].map((letter, place) => {
          const { alike: isAlike, times, unseen } = how[place % how.length] ?? { alike: false, times: 1, unseen: "" }
          return ((isAlike ? alike[letter] : undefined) ?? letter).repeat(times) + unseen
        })
        expect(["optOut", "unclear"]).toContain(readRequest(before + text.join("") + after).kind)
      }),
    )
  })

  it("finds a phrase that asks to stop wherever it stands in a reply", () => {
    const letters = fc.stringMatching(/^([a-z]{1,9} ){0,4}$/)
    const phrase = fc.constantFrom(...stopPhrases.filter((one) => !one.includes("STOP"))).chain(anyCase)
    fc.assert(
      fc.property(letters, phrase, letters, (before, asked, after) => {
        expect(["optOut", "unclear"]).toContain(readRequest(`${before}${asked} ${after}`).kind)
      }),
    )
  })

  it.each(["\n", " ", " stop", ".,", "'", "a ", "do not ", "\u0301", "p", "ѕ", "\u200b", "🆂"])(
    "takes about 32 times as long for 32 times as many of %j, not a thousand times",
    (piece) => {
      const quickest = (text: string) =>
        Math.min(
          ...[1, 2, 3, 4, 5].map(() => {
            const begun = performance.now()
            readRequest(text)
            return performance.now() - begun
          }),
        )
      const short = quickest(`x${piece.repeat(2_000)}x`)
      // Room for a busy machine: what looks back grows by the square, to a thousand.
      expect(quickest(`x${piece.repeat(64_000)}x`)).toBeLessThan(500 * Math.max(short, 0.25))
    },
  )

  it("asks for one thing only by each word", () => {
    const kinds = new Map<string, Set<string>>()
    for (const { kind, words } of requestWords) {
      for (const word of words) kinds.set(word, (kinds.get(word) ?? new Set()).add(kind))
    }
    expect([...kinds].filter(([, asked]) => asked.size > 1)).toEqual([])
  })

  it("knows a word to opt out in every language that a company may write in", () => {
    const known = new Set(requestWords.filter(({ kind }) => kind === "optOut").map(({ language }) => language))
    expect(languages.filter((language) => !known.has(language))).toEqual([])
  })
})
