/** The origin of an http or https URL that has no other parts; `undefined` for any other string. */
export function originSetting(text: string): string | undefined {
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return isOrigin ? url.origin : undefined
}

/** An http or https address; `undefined` for any other string. */
export function httpAddressSetting(text: string): string | undefined {
  return /^https?:\/\/./.test(text) && URL.canParse(text) ? text : undefined
}

/**
 * Parses server addresses that are separated by commas and have no path; returns `undefined` for any other
 * string.
 */
export function httpAddressesSetting(text: string): readonly string[] | undefined {
  const addresses = text.split(',').map((address) => originSetting(address.trim()))
  return addresses.every((address) => address !== undefined) ? addresses : undefined
}

/**
 * Creates a parser for an integer between two inclusive bounds; it returns `undefined` for any other string.
 */
export function integerSetting(least: number, most: number) {
  return (text: string): number | undefined =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined
}

/** Creates a parser for one of several words; it returns `undefined` for any other string. */
export function oneOfSetting<const Values extends readonly string[]>(...values: Values) {
  return (text: string): Values[number] | undefined => values.find((value) => value === text)
}
