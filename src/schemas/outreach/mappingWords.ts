/** The words of a template's locations, by id. */
export const mappingWords = {
  "mapping.title": "Locations",
  "mapping.about": "The booking link of a text lets patients choose among these.",
  "mapping.add": "Add a location or a group",
  "mapping.search": "Name, city or group",
  "mapping.group": "All of {group}",
  "mapping.count": "{count, plural, one {# location} other {# locations}}",
  "mapping.all": "Choose all",
  "mapping.none": "Choose none",
  "mapping.all.cannot": "Each location is chosen.",
  "mapping.none.cannot": "None is chosen.",
  "mapping.chosen": "Chosen locations",
  "mapping.public":
    "None is chosen: the link offers {count, plural, =0 {no location, because none is public and active} one {the one public location} other {all # public locations}}.",
  "mapping.disabled": "Disabled, not offered",
  "mapping.remove": "Remove {name}",
  "mapping.save": "Save locations",
  "mapping.noLocations": "There are no locations yet",
  "mapping.noLocations.text": "Patients choose among locations that offer appointments. Set up one first.",
} as const
