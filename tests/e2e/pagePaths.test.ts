import { drivenBy } from "./paths/suite.ts"

drivenBy("admin")
