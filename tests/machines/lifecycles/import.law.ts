import type { NounLaw } from "./law.ts"

/** Nothing is stored before its check; what has ended cannot be begun, stopped or broken again. */
export const importLaw: NounLaw = {
  table: `
    event              | by                      | expected | uploaded  | checking  | checked   | running   | done | cancelled | failed
    ListFileUploaded   | Database.UploadListFile | uploaded | .         | .         | .         | .         | .    | .         | .
    ImportCheckStarted | Database.CheckImport    | .        | checking  | .         | checking  | .         | .    | .         | .
    ImportBatchChecked | server                  | .        | .         | checking  | .         | .         | .    | .         | .
    ImportChecked      | server                  | .        | .         | checked   | .         | .         | .    | .         | .
    ImportStarted      | Database.RunImport      | .        | .         | .         | running   | .         | .    | .         | .
    ImportBatchStored  | server                  | .        | .         | .         | .         | running   | .    | .         | .
    ImportCompleted    | server                  | .        | .         | .         | .         | done      | .    | .         | .
    ImportCancelled    | Database.CancelImport   | .        | cancelled | cancelled | cancelled | cancelled | .    | .         | .
    ImportFailed       | server                  | failed   | failed    | failed    | failed    | failed    | .    | .         | .`,
  callers: {
    "Database.UploadListFile": { groups: [[15]] },
    "Database.CheckImport": { groups: [[15]] },
    "Database.RunImport": { groups: [[15]] },
    "Database.CancelImport": { groups: [[15]] },
  },
}
