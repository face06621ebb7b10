/** Words that ask for something when they are the whole reply. */
export type RequestWords = {
  readonly kind: "optOut" | "optIn" | "help"
  /** BCP 47. */
  readonly language: string
  /** Where the words come from, so that a change of rule is a change of data. */
  readonly source: string
  /** In capitals; marks, punctuation and blanks do not matter. */
  readonly words: ReadonlyArray<string>
}

/** The source of words that no rule lists, but every rule means. */
const meant = "47 CFR 64.1200(a)(10): any means a reasonable person understands"

/**
 * The words that are obeyed, as data, in every language that a company may write
 * in and in those of its neighbours. Each is a whole reply: "cancel my 3 pm
 * visit" is none of them. A word may belong to several languages.
 */
export const requestWords: ReadonlyArray<RequestWords> = [
  {
    kind: "optOut",
    language: "en",
    source: "47 CFR 64.1200(a)(10), in force since 11 April 2025",
    words: ["STOP", "QUIT", "END", "REVOKE", "OPT OUT", "CANCEL", "UNSUBSCRIBE"],
  },
  {
    kind: "optOut",
    language: "en",
    source: "Twilio's default opt-out keywords, since 14 May 2025",
    words: ["STOPALL", "STOP ALL", "OPTOUT"],
  },
  {
    kind: "optOut",
    language: "en",
    source: `${meant}; replies seen in practice`,
    words: [
      "PLEASE STOP",
      "STOP PLEASE",
      "STOP TEXTING ME",
      "STOP MESSAGING ME",
      "REMOVE",
      "REMOVE ME",
      "UNSUBSCRIBE ME",
      "OPT ME OUT",
      "TAKE ME OFF THE LIST",
      "TAKE ME OFF YOUR LIST",
      "LOSE MY NUMBER",
      "DONT CONTACT ME",
      "DO NOT CONTACT ME",
      "DONT TEXT ME",
      "DO NOT TEXT ME",
    ],
  },
  { kind: "optOut", language: "es", source: "US carriers' requirement for Spanish short codes", words: ["ALTO"] },
  {
    kind: "optOut",
    language: "es",
    source: "The words of 47 CFR 64.1200(a)(10) in Spanish",
    words: [
      "PARAR",
      "PARE",
      "PARA",
      "DETENER",
      "CANCELAR",
      "TERMINAR",
      "FIN",
      "SALIR",
      "REVOCAR",
      "BAJA",
      "DAR DE BAJA",
      "DARME DE BAJA",
      "DARSE DE BAJA",
      "NO MAS",
      "NO MAS MENSAJES",
    ],
  },
  {
    kind: "optOut",
    language: "fr",
    source: "Canadian carriers' requirement (ARRET); the words of 47 CFR 64.1200(a)(10) in French",
    words: [
      "ARRET",
      "ARRETER",
      "ARRETE",
      "ARRETEZ",
      "FIN",
      "ANNULER",
      "QUITTER",
      "DESABONNER",
      "ME DESABONNER",
      "DESABONNEMENT",
      "DESINSCRIRE",
      "DESINSCRIPTION",
    ],
  },
  {
    kind: "optOut",
    language: "pt",
    source: "The words of 47 CFR 64.1200(a)(10) in Portuguese",
    words: ["PARAR", "PARE", "SAIR", "CANCELAR", "REMOVER", "DESCADASTRAR", "CANCELAR INSCRICAO", "NAO QUERO MAIS"],
  },
  {
    kind: "optOut",
    language: "de",
    source: "The words of 47 CFR 64.1200(a)(10) in German; STOPP is also Swedish and Norwegian",
    words: ["STOPP", "ABMELDEN", "ABBESTELLEN", "AUFHÖREN", "BEENDEN", "WIDERRUFEN"],
  },
  {
    kind: "optOut",
    language: "zh",
    source: "The words of 47 CFR 64.1200(a)(10) in Chinese; 退订 is the carriers' word in China",
    words: ["停止", "停", "退订", "退訂", "取消", "取消订阅", "取消訂閱", "拒收", "结束", "結束"],
  },
  {
    kind: "optOut",
    language: "vi",
    source: "The words of 47 CFR 64.1200(a)(10) in Vietnamese; TC and HUY are the carriers' words in Vietnam",
    words: ["HỦY", "TC", "TỪ CHỐI", "NGỪNG", "DỪNG", "DỪNG LẠI", "HỦY ĐĂNG KÝ", "HUY DANG KY"],
  },
  {
    kind: "optOut",
    language: "tl",
    source: "The words of 47 CFR 64.1200(a)(10) in Tagalog",
    words: ["TIGIL", "ITIGIL", "TUMIGIL", "HINTO", "IHINTO", "TANGGALIN", "AYOKO NA"],
  },
  {
    kind: "optOut",
    language: "ko",
    source: "The words of 47 CFR 64.1200(a)(10) in Korean; 수신거부 is the word of Korean law",
    words: ["수신거부", "수신 거부", "중지", "정지", "그만", "취소", "해지", "거부"],
  },
  {
    kind: "optOut",
    language: "ru",
    source: "The words of 47 CFR 64.1200(a)(10) in Russian",
    words: ["СТОП", "ОТПИСАТЬСЯ", "ОТПИСКА", "ОТМЕНА", "ОТКАЗ", "ХВАТИТ", "ПРЕКРАТИТЬ", "ПРЕКРАТИТЕ"],
  },
  {
    kind: "optOut",
    language: "ar",
    source: "The words of 47 CFR 64.1200(a)(10) in Arabic",
    words: ["توقف", "أوقف", "إيقاف", "قف", "إلغاء", "إلغاء الاشتراك"],
  },
  {
    kind: "optOut",
    language: "ht",
    source: "The words of 47 CFR 64.1200(a)(10) in Haitian Creole",
    words: ["KANPE", "RETE", "SISPANN", "ANILE", "DEZABONE", "RETIRE M"],
  },
  {
    kind: "optOut",
    language: "hi",
    source: "The words of 47 CFR 64.1200(a)(10) in Hindi",
    words: ["रोकें", "रोको", "रुकें", "बंद", "बंद करें", "बंद करो", "रद्द करें"],
  },
  { kind: "optIn", language: "en", source: "Twilio's default opt-in keywords", words: ["START", "YES", "UNSTOP"] },
  { kind: "optIn", language: "es", source: "START in Spanish", words: ["INICIO", "INICIAR", "COMENZAR"] },
  { kind: "optIn", language: "fr", source: "START in French", words: ["COMMENCER", "REPRENDRE"] },
  { kind: "optIn", language: "pt", source: "START in Portuguese", words: ["INICIAR", "COMECAR"] },
  { kind: "optIn", language: "zh", source: "START in Chinese", words: ["开始", "開始"] },
  { kind: "optIn", language: "ko", source: "START in Korean", words: ["시작"] },
  { kind: "optIn", language: "ru", source: "START in Russian", words: ["СТАРТ", "НАЧАТЬ"] },
  { kind: "help", language: "en", source: "Twilio's default help keywords", words: ["HELP", "INFO"] },
  { kind: "help", language: "es", source: "US carriers' requirement for Spanish short codes", words: ["AYUDA"] },
  { kind: "help", language: "fr", source: "Canadian carriers' requirement", words: ["AIDE"] },
  { kind: "help", language: "pt", source: "HELP in Portuguese", words: ["AJUDA"] },
  { kind: "help", language: "zh", source: "HELP in Chinese", words: ["帮助", "幫助"] },
  { kind: "help", language: "ko", source: "HELP in Korean", words: ["도움말"] },
  { kind: "help", language: "ru", source: "HELP in Russian", words: ["ПОМОЩЬ"] },
]
