import type { Directory } from "#schemas/administration/directory.ts"
import { DirectoryTokenId } from "#schemas/ids.ts"

/** Two tokens: one in use, and the one that is to take its place. */
export const sampleDirectory: Directory = {
  address: "https://adminview.example/scim/v2",
  tokens: [
    {
      ...{ tokenId: DirectoryTokenId.make(2), name: "Okta", madeBy: "Nora Reyes" },
      ...{ madeAt: "2026-11-21T14:00:00.000Z", usedAt: null },
    },
    {
      ...{ tokenId: DirectoryTokenId.make(1), name: "Entra ID", madeBy: "Elaine Porter" },
      ...{ madeAt: "2026-03-02T09:00:00.000Z", usedAt: "2026-11-21T14:58:00.000Z" },
    },
  ],
}

/** No directory is connected. */
export const sampleNoDirectory: Directory = { ...sampleDirectory, tokens: [] }
