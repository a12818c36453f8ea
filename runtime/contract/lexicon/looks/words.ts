/**
 * Splits a string into a list. Every list has a prime number of entries, so that steps of almost any size
 * reach all entries.
 */
function list(text: string, separator: RegExp = /\s+/): readonly string[] {
  return text.trim().split(separator)
}

/**
 * Parts of made-up strings. Family names and companies are fictitious; any resemblance to real ones is
 * unintended.
 */
export const LOOK_WORDS = {
  given: list(
    'Mara Jonas Amira Tobias Leila Emil Noor Felix Ines Viktor Sana Oskar Yara Milo Priya Anton Zoe Rafael Hana Lukas Nadia Theo Alma',
  ),
  family: list(
    `Fenwood Brackwell Aldermoor Castelvane Dunmarrow Everholt Greywater Hollinbrook Kestrelby Larkmead Marchbank
Northolm Orchardson Quillfeather Rosenmark Silverthorn Tamaresh Underhall Wintergale`,
  ),
  pets: list('Biscuit Pepper Juno Waffle Clover Pixel Mango'),
  companies: list(
    'Copperleaf Bluequarry Driftline Emberstone Harrowfield Lanternworks Mossbridge Saltmarch Tidewheel Palewater Quartzlane',
  ),
  streets: list(
    'Harbor Street, Mill Lane, Orchard Road, Station Road, Linden Avenue, Garden Row, Bridge Street',
    /,\s+/,
  ),
  adjectives: list('silver quiet amber northern open hidden early gentle bright wooden coastal round little'),
  nouns: list(
    `lantern harbor meadow compass ladder orchard kettle garden pocket window river anchor feather basket
market bridge island`,
  ),
  titles: list(
    `Plans for the spring season; Notes from the workshop; Repair of the north entrance; New shelves for the reading room;
Results of the first quarter; A visit to the lighthouse; Changes to the opening hours; Invitation to the summer evening;
Three ideas for the garden; Report on the pilot project; What we learned this year`,
    /;\s+/,
  ),
  sentences: list(
    `Arrived on time and in good condition. | The entrance is on the left, next to the bakery. | We will let you know as soon as it is ready.
| Everything on the list has been checked twice. | The first delivery leaves the warehouse on Monday. | Made by hand from local materials.
| Call us if anything is unclear. | The second half is shorter than the first. | It works well for small groups.
| Most guests come back in autumn. | Keep it in a dry place. | The colors are a little darker than in the picture. | Breakfast is included.`,
    /\s*\|\s*/,
  ),
  portraits: list(
    `Repairs old radios at the weekend. | Started as an apprentice and stayed. | Likes long walks and short meetings.
| Cooks for everybody once a month. | Reads every manual to the end. | Lives near the sea with two cats. | Draws maps of places that no longer exist.`,
    /\s*\|\s*/,
  ),
  colors: list('#2f6f8f #d9822b #3b7a57 #8a4fbd #c0392b #f2c14e #34495e'),
  colorNames: list('teal orange green purple red yellow navy'),
  tags: list('outdoor featured seasonal handmade local new family'),
  statuses: list('active pending archived draft closed'),
  types: list('standard basic premium custom internal'),
  roles: list('editor viewer admin'),
  priorities: list('medium low high'),
  jobs: list('Project manager, Accountant, Carpenter, Designer, Nurse, Engineer, Editor', /,\s+/),
  departments: list('Sales, Research, Support, Finance, Operations', /,\s+/),
  files: list('report.pdf invoice.pdf photo.jpg notes.txt budget.xlsx'),
} as const

/** A real city with its data. */
export interface LookPlace {
  readonly city: string
  readonly region: string
  readonly regionCode: string
  readonly postcode: string
  readonly country: string
  /** The ISO 3166-1 alpha-2 code. */
  readonly alpha2: string
  readonly alpha3: string
  readonly latitude: number
  readonly longitude: number
  readonly timezone: string
  /** ISO 4217. */
  readonly currency: string
  /** BCP 47. */
  readonly locale: string
}

/** One city per line. There are eleven cities, because every list has a prime number of entries. */
export const LOOK_PLACES: readonly LookPlace[] =
  `Hamburg|Hamburg|HH|20095|Germany|DE|DEU|53.551|9.994|Europe/Berlin|EUR|de-DE
Portland|Oregon|OR|97205|United States|US|USA|45.516|-122.682|America/Los_Angeles|USD|en-US
Lyon|Rhone|69|69002|France|FR|FRA|45.764|4.836|Europe/Paris|EUR|fr-FR
Bristol|England|ENG|BS1 4DJ|United Kingdom|GB|GBR|51.454|-2.588|Europe/London|GBP|en-GB
Osaka|Osaka|27|530-0001|Japan|JP|JPN|34.694|135.502|Asia/Tokyo|JPY|ja-JP
Toronto|Ontario|ON|M5V 2T6|Canada|CA|CAN|43.653|-79.383|America/Toronto|CAD|en-CA
Porto|Porto|13|4000-322|Portugal|PT|PRT|41.149|-8.611|Europe/Lisbon|EUR|pt-PT
Melbourne|Victoria|VIC|3000|Australia|AU|AUS|-37.814|144.963|Australia/Melbourne|AUD|en-AU
Utrecht|Utrecht|UT|3511|Netherlands|NL|NLD|52.091|5.122|Europe/Amsterdam|EUR|nl-NL
Gothenburg|Vastra Gotaland|O|41103|Sweden|SE|SWE|57.709|11.975|Europe/Stockholm|SEK|sv-SE
Denver|Colorado|CO|80202|United States|US|USA|39.739|-104.990|America/Denver|USD|en-US`
    .split('\n')
    .map((line) => line.split('|'))
    .map((row) => {
      const [city = '', region = '', regionCode = '', postcode = '', country = '', ...codes] = row
      const [alpha2 = '', alpha3 = '', latitude, longitude, timezone = '', currency = '', locale = ''] = codes
      return {
        ...{ city, region, regionCode, postcode, country, alpha2, alpha3, timezone, currency, locale },
        latitude: Number(latitude),
        longitude: Number(longitude),
      }
    })
