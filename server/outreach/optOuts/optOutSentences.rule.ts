import type { LanguageTag } from "#schemas/administration/companyDraft.ts"

/** How a text says to opt out, in each language that a company may write in; the word is one that is obeyed. */
export const optOutSentences: Readonly<Record<LanguageTag, string>> = {
  en: "Reply STOP to opt out.",
  es: "Responda ALTO para no recibir más mensajes.",
  zh: "回复“退订”即可不再接收短信。",
  vi: "Trả lời DỪNG để không nhận tin nhắn nữa.",
  tl: "Sumagot ng TIGIL para hindi na makatanggap ng mensahe.",
  ko: "문자를 그만 받으시려면 중지라고 답장하세요.",
  ru: "Чтобы больше не получать сообщения, ответьте СТОП.",
  ar: "للتوقف عن تلقي الرسائل، أرسل إيقاف.",
  fr: "Répondez ARRET pour ne plus recevoir de messages.",
  pt: "Responda PARAR para não receber mais mensagens.",
  de: "Antworten Sie STOPP, um keine Nachrichten mehr zu erhalten.",
  ht: "Reponn KANPE pou w pa resevwa mesaj ankò.",
  hi: "संदेश बंद करने के लिए उत्तर में रोकें लिखें।",
}
