import { Schema, SchemaTransformation } from "effect"

/**
 * A text without the space around it. Reading takes that space away; writing lets it stand, since a form sends what was
 * typed: `Schema.Trim` would refuse to send it.
 */
export const TrimmedText = Schema.String.pipe(Schema.decodeTo(Schema.String, SchemaTransformation.trim()))
