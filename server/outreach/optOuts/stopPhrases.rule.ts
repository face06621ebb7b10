/**
 * Words and phrases by which a sentence reads like a wish to stop, wherever they
 * stand in it. Who is meant by them, people must judge.
 */
export const stopPhrases: ReadonlyArray<string> = [
  ...[
    "STOP",
    "STOPALL",
    "UNSUBSCRIBE",
    "UNSUBSCRIBED",
    "UNSUB",
    "OPT OUT",
    "OPT ME OUT",
    "REMOVE ME",
    "REMOVE MY NUMBER",
    "REMOVE MY NAME",
    "REMOVE THIS NUMBER",
  ],
  ...[
    "TAKE ME OFF YOUR",
    "TAKE ME OFF THE LIST",
    "TAKE ME OFF THIS",
    "TAKE MY NAME OFF",
    "TAKE MY NUMBER OFF",
    "DELETE MY NUMBER",
    "DELETE ME",
    "LOSE MY NUMBER",
    "LEAVE ME ALONE",
  ],
  ...["NO MORE TEXTS", "NO MORE TEXT", "NO MORE MESSAGES", "NO MORE MSGS", "NO MORE SMS", "NO MORE OF THESE"],
  ...["QUIT TEXTING", "QUIT MESSAGING", "QUIT SENDING", "QUIT CONTACTING", "QUIT BOTHERING", "CEASE", "DESIST"],
  ...["DONT TEXT", "DONT MESSAGE", "DONT CONTACT", "DONT SEND ME", "DONT SEND ANY", "DONT BOTHER ME"],
  ...["DONT WANT THESE", "DONT WANT ANY MORE", "DONT WANT ANYMORE", "DONT WANT YOUR", "DONT WANT TEXTS"],
  ...["DONT WANT TO RECEIVE", "DONT WANT TO GET", "NEVER TEXT", "NEVER CONTACT", "NEVER MESSAGE"],
  ...["I REVOKE", "REVOKE MY", "WITHDRAW MY CONSENT", "HARASSING", "WRONG NUMBER", "WRONG PERSON"],
  ...["NO ME ENVIE", "NO ME ENVIEN", "NO ME MANDE", "NO ME MANDEN", "NO ME ESCRIBA", "NO ME ESCRIBAN"],
  ...["NO ME ENVIES", "NO ME MANDES", "NO ME ESCRIBAS", "NO ME MOLESTE", "NO ME MOLESTEN", "NO ME MOLESTES", "BASTA"],
  ...[
    "DEJE DE",
    "DEJEN DE",
    "DEJA DE",
    "NO MAS MENSAJES",
    "NO MAS TEXTOS",
    "NO QUIERO RECIBIR",
    "NO QUIERO MAS",
    "YA NO QUIERO",
  ],
  ...[
    "QUITEME",
    "QUITENME",
    "QUITAME",
    "BORREME",
    "BORRENME",
    "BORRAME",
    "DARME DE BAJA",
    "DENME DE BAJA",
    "DAME DE BAJA",
    "NUMERO EQUIVOCADO",
  ],
  ...["ARRET", "ARRETEZ", "ARRETER", "PLUS DE MESSAGES", "NE MENVOYEZ PLUS", "NE MECRIVEZ PLUS", "ME DESABONNER"],
  ...["MAUVAIS NUMERO", "PAREM", "PARE DE", "PARAR DE", "NAO ME ENVIE", "NAO ME ENVIEM", "NAO ME MANDE"],
  ...["NAO QUERO RECEBER", "NAO QUERO MAIS", "NUMERO ERRADO", "STOPP", "KEINE NACHRICHTEN", "KEINE SMS"],
  ...[
    "HÖREN SIE AUF",
    "DỪNG GỬI",
    "DỪNG NHẮN",
    "NGỪNG GỬI",
    "ĐỪNG GỬI",
    "ĐỪNG NHẮN",
    "HỦY ĐĂNG KÝ",
    "TIGILAN",
    "ITIGIL",
    "HUWAG NA",
  ],
  ...["СТОП", "ХВАТИТ", "ПРЕКРАТИТЕ", "НЕ ПИШИТЕ", "НЕ ПРИСЫЛАЙТЕ", "ОТПИШИТЕ", "ОТПИСАТЬСЯ"],
  ...["توقف", "توقفوا", "أوقفوا", "لا ترسل", "لا ترسلوا", "إلغاء الاشتراك"],
  ...["SISPANN", "PA VOYE", "PA EKRI M", "KANPE VOYE", "मत भेजो", "मत भेजें", "बंद करो", "बंद करें", "भेजना बंद"],
]

/** What reads like a wish to stop as a whole reply or line only: "no more pain" is none. */
export const wholeStops: ReadonlyArray<string> = ["NO MORE", "NO MORE PLEASE", "PLEASE NO MORE"]

/** The same in scripts that put no blanks between words: found within them. */
export const stopSigns: ReadonlyArray<string> = [
  ...["停止", "退订", "退訂", "取消订阅", "取消訂閱", "别再发", "別再發", "不要再发", "不要再發", "不要发", "不要發"],
  ...["그만", "수신거부", "중지해", "보내지 마", "보내지마"],
]

/** What "stop" means in these is no wish about texts. */
export const harmlessPhrases: ReadonlyArray<string> = [
  ...["STOP BY", "STOP IN AT", "STOP IN TO", "STOP OVER AT", "BUS STOP", "NEXT STOP"],
  ...["NON STOP", "PIT STOP", "DONT STOP"],
  ...["STOP TAKING", "STOP USING", "STOP EATING", "STOP DRINKING", "STOP SMOKING", "ARRET DE BUS"],
  ...["DEJE DE TOMAR", "DEJE DE FUMAR", "DEJE DE USAR"],
  ...["STOP MY MEDS", "STOP THE MEDS", "STOP MY MEDICATION", "STOP THE MEDICATION", "STOP MY MEDICINE"],
]

/** What "stop" means in these is such a wish, whatever stands around it. */
export const plainPhrases: ReadonlyArray<string> = [
  ...["STOP TEXTING", "STOP MESSAGING", "STOP SENDING", "STOP CONTACTING", "STOP BOTHERING", "STOP CALLING"],
  ...["STOP SPAMMING", "STOP WRITING"],
]
