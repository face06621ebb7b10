import type { NounLaw } from "./law.ts"

/** An account comes with a taken invitation and is never deleted; who has left can be neither locked nor signed out. */
export const userLaw: NounLaw = {
  table: `
    event           | by               | reserved | active   | locked   | inactive
    UserAdded       | joining          | active   | .        | .        | .
    UserRevised     | User.SaveUser    | .        | active   | locked   | inactive
    ProfileSaved    | User.SaveProfile | .        | active   | .        | .
    OtherSignInsEnded | User.EndOtherSignIns | . | active   | .        | .
    UserLocked      | User.ChangeState | .        | locked   | .        | .
    UserUnlocked    | User.ChangeState | .        | .        | active   | .
    UserDeactivated | User.ChangeState | .        | inactive | inactive | .
    UserReactivated | User.ChangeState | .        | .        | .        | active
    UserSignedOut   | User.ChangeState | .        | active   | locked   | .`,
  callers: {
    "User.SaveProfile": { groups: [[14]] },
    "User.EndOtherSignIns": { groups: [[14]] },
    "User.SaveUser": { groups: [[8]] },
    "User.ChangeState": { groups: [[8]] },
  },
}
