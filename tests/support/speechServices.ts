import { createHash, createHmac } from "node:crypto"
import { Effect, Exit, Scope } from "effect"
import { SaxesParser } from "saxes"
import { openStandIn, type Answer, type Heard } from "./serviceStandIn.ts"

/** So many samples of a tone as services send them: 16 kHz, 16 bits, without a head. */
export const tone = (samples: number): Uint8Array =>
  new Uint8Array(
    Int16Array.from({ length: samples }, (_, at) => 12_000 * Math.sin((at * 440 * 2 * Math.PI) / 16_000)).buffer,
  )

const sound: Answer = { body: tone(16_000), headers: { "content-type": "audio/pcm" } }

/** What an SSML text says: its words, and the marks around them by name. Fails where it is no XML. */
export const readSsml = (ssml: string) => {
  const marks: Record<string, Readonly<Record<string, string>>> = {}
  let text = ""
  const parser = new SaxesParser({ fragment: false })
  parser.on("error", (error) => {
    throw error
  })
  parser.on("opentag", ({ name, attributes }) => {
    marks[name] = attributes as Record<string, string>
  })
  parser.on("text", (part) => {
    text += part
  })
  parser.write(ssml).close()
  return { text, marks }
}

const azureVoice = (ShortName: string, more: object = {}) => ({
  Name: `Microsoft Server Speech Text to Speech Voice (${ShortName})`,
  DisplayName: ShortName.split("-").at(-1)?.replace("Neural", "") ?? "",
  LocalName: "local",
  ShortName,
  Gender: "Female",
  Locale: ShortName.split("-").slice(0, 2).join("-"),
  LocaleName: "locale",
  SampleRateHertz: "24000",
  VoiceType: "Neural",
  Status: "GA",
  WordsPerMinute: "150",
  ...more,
})

const azureVoices: ReadonlyArray<object> = [
  azureVoice("es-US-PalomaNeural"),
  azureVoice("es-US-AlonsoNeural", { Gender: "Male", StyleList: ["cheerful"] }),
  azureVoice("en-US-BlueNeural", { Gender: "Neutral" }),
  azureVoice("en-US-Ava:DragonHDLatestNeural", { DisplayName: "Ava Dragon HD", VoiceType: "NeuralHD" }),
  azureVoice("en-US-OldRUS", { Status: "Deprecated" }),
  azureVoice("en-US-OddNeural", { Gender: "Robot" }),
  azureVoice("en-US-Bad Id"),
]

export const azureKey = "a1b2c3d4e5f60718293a4b5c6d7e8f90"

/** Azure Speech: two calls, and a key. */
export const azureStandIn = (voices: ReadonlyArray<object> = azureVoices) =>
  openStandIn(({ method, path, headers }) => {
    if (headers["ocp-apim-subscription-key"] !== azureKey)
      return {
        status: 401,
        body: { error: { code: "401", message: "Access denied due to invalid subscription key." } },
      }
    if (method === "GET" && path === "/cognitiveservices/voices/list") return { body: voices }
    if (method !== "POST" || path !== "/cognitiveservices/v1") return { status: 404, body: "" }
    return headers["x-microsoft-outputformat"] === "raw-16khz-16bit-mono-pcm" ? sound : { status: 400, body: "" }
  })

/** A key of Amazon as its documentation writes it. */
export const awsKey = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" }

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const keyed = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/** Whether a request is signed as Amazon wants it (Signature Version 4), computed from its documentation. */
export const isSigned = ({ method, path, query, headers, body }: Heard): boolean => {
  const read =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/polly\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    )
  if (read === null) return false
  const [, id, day = "", region = "", names = "", signature] = read
  const encoded = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const canonical = [
    method,
    path,
    [...query]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join("&"),
    ...names.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    sha256(body),
  ].join("\n")
  const time = String(headers["x-amz-date"])
  const scope = `${day}/${region}/polly/aws4_request`
  const key = ["polly", "aws4_request"].reduce<Buffer>(
    keyed,
    keyed(keyed(`AWS4${awsKey.secretAccessKey}`, day), region),
  )
  const computed = keyed(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex")
  return id === awsKey.accessKeyId && names.split(";").includes("host") && computed === signature
}

const pollyVoice = (Id: string, LanguageCode: string, SupportedEngines: ReadonlyArray<string>, Gender = "Female") => ({
  ...{ Id, Name: Id, LanguageCode, LanguageName: LanguageCode, SupportedEngines, Gender },
})

const pollyPages: Readonly<Record<string, object>> = {
  first: {
    Voices: [
      pollyVoice("Joanna", "en-US", ["neural", "standard"]),
      pollyVoice("Lupe", "es-US", ["generative", "neural", "standard"]),
    ],
    NextToken: "a+b/c==",
  },
  "a+b/c==": {
    Voices: [
      pollyVoice("Enrique", "es-ES", ["standard"], "Male"),
      pollyVoice("Danielle", "en-US", ["generative", "long-form"]),
      { Id: "Unread" },
      pollyVoice("Zhiyu", "cmn-CN", ["standard"]),
    ],
  },
}

/** Amazon Polly: two calls, signed, the list of voices by pages. */
export const pollyStandIn = openStandIn((heard) => {
  const { method, path, query } = heard
  if (!isSigned(heard))
    return {
      status: 403,
      headers: { "x-amzn-errortype": "InvalidSignatureException:" },
      body: { message: "The request signature we calculated does not match the signature you provided." },
    }
  if (method === "GET" && path === "/v1/voices") return { body: pollyPages[query.get("NextToken") ?? "first"] ?? {} }
  return method === "POST" && path === "/v1/speech" ? sound : { status: 404, body: "" }
})

/** The settings of a program that speaks by a stand-in for Amazon Polly, which ends with `close`. */
export const speakingProgram = async () => {
  const scope = await Effect.runPromise(Scope.make())
  const { origin } = await Effect.runPromise(Scope.provide(pollyStandIn, scope))
  return {
    env: {
      ...{ POLLY_REGION: "us-east-1", POLLY_ENDPOINT: origin },
      ...{ AWS_ACCESS_KEY_ID: awsKey.accessKeyId, AWS_SECRET_ACCESS_KEY: awsKey.secretAccessKey },
    },
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
