import { location, type Requests } from "./contractRequests.ts"

/** The requests of scheduling. */
export const requests: Requests = {
  "Location.GetLocations": () => ({}),
  "Location.GetLocationPositions": () => ({}),
  "Location.GetZipPosition": () => ({ query: { zip: "94105" } }),
  "Location.GetLocationDetail": ({ locationHashedId }) => ({ query: { hashedId: locationHashedId } }),
  "Location.GetLocationGroups": () => ({}),
  "Location.SaveLocation": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId, location } }),
  "Location.ChangeState": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId, action: "disable" } }),
}
