import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import { recordingLimits, soundUrl, type GeneratedSpeech, type Sound } from "#schemas/outreach/sound.ts"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import type { Call } from "#schemas/access.ts"
import { WaveFile } from "#server/speech/waveFile.ts"
import { allIds, contractOfThisFile, pagesOrigin, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
const mp3 = readFileSync(new URL("../../speech/spoken.mp3", import.meta.url))
const plain = { voiceId: "slt", speed: 1, pitch: 1 }
let northwind: string
let harbor: string

beforeAll(async () => {
  northwind = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  harbor = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
})

const ask = async <A>(call: Call, asked: Asked, token = northwind) => {
  const answer = await contract().send(call, token, asked)
  const { data, message } = (await answer.json()) as { readonly data: A; readonly message: string }
  return { status: answer.status, data, message }
}
const speak = (text: string, voice: Partial<typeof plain> = {}, token = northwind) =>
  ask<GeneratedSpeech>("Translate.GenerateSpeech", { body: { text, ...plain, ...voice } }, token)
const upload = (bytes: BlobPart, name = "greeting.wav", token = northwind) => {
  const body = new FormData()
  body.append("file", new Blob([bytes]), name)
  return ask<Sound>("Outreach.UploadAudio", { body }, token)
}
const hear = (hashedId: string, headers: Readonly<Record<string, string>> = {}, token = northwind) =>
  contract().send("Translate.GetSpeech", token, { query: { hashedId }, headers })
const fetched = (hashedId: string, headers: Readonly<Record<string, string>> = {}) =>
  contract().read(new URL(soundUrl(pagesOrigin, hashedId)).pathname, headers)
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const soundsOf = (of: typeof demoIds.northwind) =>
  contract().sql(({ sql, company }) =>
    company(of)(sql<{ hash: string }>`select hash from sounds where company_id = ${of} order by hash`),
  )

describe("speech", () => {
  it("is offered by voices of a language", async () => {
    const voices = async (query: Asked["query"] = {}) =>
      (await ask<ReadonlyArray<OfferedVoice>>("Translate.GetVoices", { query })).data.map(({ voiceId }) => voiceId)
    expect(await voices()).toEqual(["slt", "rms", "awb"])
    expect(await voices({ language: "en" })).toEqual(["slt", "rms", "awb"])
    expect(await voices({ language: "en-US" })).toEqual(["slt", "rms"])
    expect(await voices({ language: "es" })).toEqual([])
  })

  it("of the same words and voice is made once, and of others anew", async () => {
    const before = await soundsOf(demoIds.northwind)
    const first = await speak("Good morning.")
    expect(first).toMatchObject({ status: 200, data: { made: "speech", said: "Good morning." } })
    const { hashedId } = first.data
    expect((await speak(" Good  morning. ")).data.hashedId).toBe(hashedId)
    expect(await soundsOf(demoIds.northwind)).toHaveLength(before.length + 1)
    const others = [
      await speak("Good evening."),
      await speak("Good morning.", { voiceId: "rms" }),
      await speak("Good morning.", { speed: 1.5 }),
      await speak("Good morning.", { pitch: 1.5 }),
    ]
    expect(new Set([hashedId, ...others.map(({ data }) => data.hashedId)]).size).toBe(5)
  })

  it("says samples where variables stand, and names what cannot be read or said", async () => {
    const { data } = await speak("Hello {{ firstName }}, {{ companyName }} calls about {{ visit }}.")
    expect(data.said).toBe("Hello Maria, Northwind Clinics calls about visit.")
    expect(await speak("Hello {{ firstName")).toMatchObject({
      status: 422,
      message: expect.stringContaining("check the braces") as string,
    })
    expect(await speak("")).toMatchObject({ status: 422, message: expect.stringContaining("nothing to say") as string })
  })

  it("says words as the company says them from the moment they are changed, and another company as they are", async () => {
    const pronounce = (pronunciations: ReadonlyArray<object>) =>
      contract().sql(({ sql, company }) =>
        company(demoIds.northwind)(
          sql`update companies set pronunciations = ${sql.json(pronunciations)} where company_id = ${demoIds.northwind}`,
        ),
      )
    const text = "Dr. Nguyen calls."
    const before = (await speak(text)).data
    await pronounce([{ word: "dr. nguyen", saidAs: "Doctor Win" }])
    const after = (await speak(text)).data
    expect([before.said, after.said]).toEqual([text, "Doctor Win calls."])
    expect(after.hashedId).not.toBe(before.hashedId)
    expect((await speak("Doctor Win calls.")).data.hashedId).toBe(after.hashedId)
    expect((await speak(text, {}, harbor)).data.said).toBe(text)
    await pronounce([])
    expect((await speak(text)).data.hashedId).toBe(before.hashedId)
  })

  it("is heard by its company in the quality it is kept in, and is absent for another", async () => {
    const { hashedId } = (await speak("Please press 1.")).data
    const answer = await hear(hashedId)
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "audio/wav"])
    expect(new WaveFile(await bytesOf(answer)).fmt).toMatchObject({ sampleRate: 16_000, audioFormat: 1 })
    expect((await hear(hashedId, {}, harbor)).status).toBe(404)
    expect((await hear(hashedId, { "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(304)
  })
})

describe("a sound that a carrier fetches", () => {
  it("comes without a sign-in in the form of the phone network, and may be kept for a year", async () => {
    const { hashedId } = (await speak("Your clinic calls.")).data
    const answer = await fetched(hashedId)
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "audio/wav"])
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(answer.headers.get("etag")).toBe(`"${hashedId}"`)
    expect(new WaveFile(await bytesOf(answer)).fmt).toMatchObject({ sampleRate: 8_000, audioFormat: 7 })
    expect((await fetched(hashedId, { "if-none-match": `"${hashedId}"` })).status).toBe(304)
  })

  it("comes in the part that is asked for, across the pieces in which it lies", async () => {
    const { hashedId } = (await speak("Please call us to book your visit. ".repeat(18))).data
    const whole = await bytesOf(await fetched(hashedId))
    const size = whole.length
    expect(size).toBeGreaterThan(2 * 128 * 1024)
    const part = async (range: string, more: Readonly<Record<string, string>> = {}) => {
      const answer = await fetched(hashedId, { range, ...more })
      const bytes = await bytesOf(answer)
      return { status: answer.status, said: answer.headers.get("content-range"), bytes }
    }
    for (const [range, start, end] of [
      ["bytes=0-3", 0, 3],
      ["bytes=131000-132000", 131_000, 132_000],
      [`bytes=${size - 5}-`, size - 5, size - 1],
      ["bytes=-7", size - 7, size - 1],
      [`bytes=100-${size * 2}`, 100, size - 1],
    ] as const)
      expect(await part(range)).toEqual({
        status: 206,
        said: `bytes ${start}-${end}/${size}`,
        bytes: whole.slice(start, end + 1),
      })
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, said: `bytes */${size}` })
    for (const range of ["bytes=5-2", "lines=1-2", "bytes=0-1,4-5", "nonsense"])
      expect(await part(range)).toMatchObject({ status: 200, bytes: whole })
    expect((await part("bytes=0-3", { "if-range": `"${hashedId}"` })).status).toBe(206)
    expect((await part("bytes=0-3", { "if-range": '"older"' })).status).toBe(200)
  })

  it("is nothing at an address that no sound has", async () => {
    for (const path of [`/sounds/${"0".repeat(64)}.wav`, "/sounds/greeting.wav", "/sounds/"])
      expect((await contract().read(path)).status).toBe(404)
  })
})

describe("a recording that staff upload", () => {
  it("is kept once, and heard as what is spoken is", async () => {
    const first = await upload(mp3, "greeting.mp3")
    expect(first).toMatchObject({ status: 200, data: { made: "upload" } })
    expect(first.data.seconds).toBeCloseTo(1.8, 1)
    expect(await upload(mp3, "other name.wav")).toEqual(first)
    expect((await hear(first.data.hashedId)).status).toBe(200)
    expect((await fetched(first.data.hashedId)).status).toBe(200)
  })

  it("of two companies is two, and each has its own", async () => {
    const { hashedId } = (await upload(mp3)).data
    expect((await hear(hashedId, {}, harbor)).status).toBe(404)
    expect((await upload(mp3, "greeting.mp3", harbor)).data.hashedId).toBe(hashedId)
    expect((await hear(hashedId, {}, harbor)).status).toBe(200)
  })

  it("is refused with a sentence where it is none, or too large", async () => {
    expect(await upload("<!doctype html>")).toMatchObject({
      status: 415,
      message: "This is no WAV or MP3 file. Save the recording as one of them.",
    })
    expect(await upload("")).toMatchObject({ status: 422, message: "This file is empty. Choose another one." })
    // As text: a form that is not read to its end fails in the test's own stream.
    const form = (size: number) =>
      `--part\r\ncontent-disposition: form-data; name="file"; filename="long.wav"\r\ncontent-type: audio/wav\r\n\r\n${"a".repeat(size)}\r\n--part--\r\n`
    const large = {
      body: form(recordingLimits.bytes + 1),
      headers: { "content-type": "multipart/form-data; boundary=part" },
    }
    expect(await ask("Outreach.UploadAudio", large)).toMatchObject({
      status: 413,
      message: "A recording has at most 5 MB. Shorten it, or save it as an MP3 file.",
    })
  })
})
