import type { LanguageTag } from "#schemas/administration/companyDraft.ts"

type YesNo = { readonly yes: ReadonlyArray<string>; readonly no: ReadonlyArray<string> }

/**
 * How people say yes and no as a whole reply, in every language a company may write in; marks, punctuation and capitals
 * do not matter. Words that opt out are none of them.
 */
export const yesNoWords: Readonly<Record<LanguageTag, YesNo>> = {
  en: {
    yes: ["y", "yes", "yeah", "yep", "yup", "yes please", "ok", "okay", "sure"],
    no: ["n", "no", "nope", "nah", "no thanks", "no thank you", "not really"],
  },
  es: { yes: ["s", "sí", "sí por favor", "claro", "sí gracias"], no: ["no", "no gracias"] },
  zh: {
    yes: ["是", "是的", "好", "好的", "要", "对", "對", "可以"],
    no: ["不", "不是", "不要", "不用", "不行", "没有", "沒有"],
  },
  vi: { yes: ["có", "vâng", "dạ", "được", "đồng ý", "ừ"], no: ["không", "ko", "không ạ", "dạ không"] },
  tl: { yes: ["oo", "opo", "sige"], no: ["hindi", "hindi po"] },
  ko: { yes: ["네", "예", "응", "좋아요"], no: ["아니요", "아니오", "아뇨", "아니"] },
  ru: { yes: ["да", "ага", "конечно"], no: ["нет", "не"] },
  ar: { yes: ["نعم", "أجل", "ايوه", "أيوه", "حسنا"], no: ["لا", "كلا", "لا شكرا"] },
  fr: { yes: ["oui", "o", "oui merci", "d'accord"], no: ["non", "non merci"] },
  pt: { yes: ["sim", "s", "sim por favor"], no: ["não", "não obrigado", "não obrigada"] },
  de: { yes: ["ja", "j", "ja bitte", "gerne"], no: ["nein", "nein danke", "nö"] },
  ht: { yes: ["wi", "dakò", "wi mèsi"], no: ["non", "non mèsi"] },
  hi: { yes: ["हाँ", "हां", "जी", "जी हाँ", "ठीक है"], no: ["नहीं", "जी नहीं", "ना"] },
}
