import type { NounLaw } from "./law.ts"

/** A group can be changed until it is deleted; its name is free again then. */
export const groupLaw: NounLaw = {
  table: `
    event        | by               | reserved | active  | deleted
    GroupCreated | User.SaveGroup   | active   | .       | .
    GroupRevised | User.SaveGroup   | .        | active  | .
    GroupDeleted | User.DeleteGroup | .        | deleted | .`,
  callers: {
    "User.SaveGroup": { groups: [[8]] },
    "User.DeleteGroup": { groups: [[8]] },
  },
}
