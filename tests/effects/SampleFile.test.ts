import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { readSample } from "#effects/SampleFile.ts"
import { xlsxFile } from "#server/reporting/exports/exportFile.ts"

const file = (text: string | Uint8Array<ArrayBuffer>, name: string) => new File([text], name)

describe("the header row of a sample file", () => {
  it.effect.each([
    ["a.csv", "Patient id,Phone\nN-1,+1415\n"],
    ["b.txt", "\uFEFFPatient id|Phone\r\nN-1|+1415"],
    ["c.csv", '"Patient id";"Phone"'],
    ["d.txt", "Patient id\tPhone"],
  ] as const)("is read from %s, whatever stands between its columns", ([name, text]) =>
    Effect.map(readSample(file(text, name)), (row) => expect(row).toEqual(["Patient id", "Phone"])),
  )

  it.effect("is read from a workbook", () =>
    Effect.gen(function* () {
      const parts = yield* Stream.runCollect(xlsxFile(["Patient id", "Phone"], Stream.make([["N-1", "+1415"]])))
      const bytes = new Uint8Array(Buffer.concat(parts))
      expect(yield* readSample(file(bytes, "sample.xlsx"))).toEqual(["Patient id", "Phone"])
    }),
  )

  it.effect.each([
    ["empty.csv", ""],
    ["broken.xlsx", "no workbook"],
  ] as const)("is missed with a sentence in %s", ([name, text]) =>
    Effect.map(Effect.flip(readSample(file(text, name))), (refusal) =>
      expect(refusal).toMatchObject({ problem: "UnsupportedFormat" }),
    ),
  )
})
