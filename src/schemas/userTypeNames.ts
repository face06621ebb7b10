import type { UserType } from "./access.ts"

/** How the top bar names a user type (docs/policy.md#top-bar). */
export const userTypeNames: Record<UserType, string> = { 1: "Super Admin", 2: "Admin", 3: "User" }
