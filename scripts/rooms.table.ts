import { everythingImpure, pureEffect, type Room } from "./room.ts"
import { serverRooms } from "./rooms.server.ts"

/** The house, room by room. A file's row is the last one that matches it. */
export const rooms: ReadonlyArray<Room> = [
  {
    name: "schemas",
    files: ["src/schemas/**"],
    mayImport: ["#schemas/**", "effect", "effect/http-api"],
    effectNames: pureEffect,
    without: everythingImpure,
    browser: true,
  },
  {
    // The contract names what its middleware provides, which is a key and no service.
    name: "schemas: who calls",
    files: ["src/schemas/caller.ts"],
    mayImport: ["#schemas/**", "effect", "effect/http-api"],
    effectNames: [...pureEffect, "Context"],
    without: everythingImpure,
    browser: true,
  },
  {
    name: "machines",
    files: ["src/machines/**"],
    mayImport: ["#schemas/**", "#machines/**", "xstate"],
    without: [...everythingImpure, "date"],
    browser: true,
  },
  {
    name: "effects",
    files: ["src/effects/**"],
    mayImport: [
      "#schemas/**",
      "#effects/**",
      "effect",
      "effect/**",
      "@azure/msal-browser",
      "@googlemaps/**",
      "d3-geo",
      "topojson-client",
      "us-atlas/**",
      "papaparse",
      "hucre/xlsx",
    ],
    browser: true,
  },
  {
    name: "effects: the one file that knows actors",
    files: ["src/effects/actors.ts"],
    mayImport: ["#schemas/**", "#effects/**", "effect", "effect/**", "xstate"],
    browser: true,
  },
  {
    name: "views",
    files: ["src/views/**"],
    mayImport: ["#schemas/**", "#machines/**", "#views/**", "react", "@blueprintjs/**", "wouter", "react-intl", "diff"],
    without: ["network", "storage", "address", "timers"],
    browser: true,
    stateless: true,
  },
  {
    name: "wiring",
    files: ["src/wiring/**", "src/*.ts", "src/*.tsx"],
    mayImport: { except: ["#server/**", "#tests/**", "node:*"] },
    without: ["network"],
    browser: true,
  },
  {
    name: "front door",
    files: ["src/main.tsx"],
    mayImport: { except: ["#server/**", "#tests/**", "node:*"] },
    browser: true,
    asksTime: true,
  },
  ...serverRooms,
  {
    name: "scripts and settings of tools",
    files: ["scripts/**", "*.config.ts"],
    mayImport: { except: ["#tests/**"] },
    readsEnvironment: true,
    asksTime: true,
  },
  {
    name: "bench",
    files: ["bench/**"],
    mayImport: { except: [] },
    readsEnvironment: true,
    asksTime: true,
  },
  {
    name: "tests",
    files: ["tests/**"],
    mayImport: { except: [] },
    readsEnvironment: true,
    asksTime: true,
    test: true,
  },
]
