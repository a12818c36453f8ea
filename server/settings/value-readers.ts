/** The origin of an HTTP address without any other part; `undefined` for any other text. */
export function originSetting(text: string): string | undefined {
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return isOrigin ? url.origin : undefined
}

/** An http or https address; `undefined` for any other text. */
export function httpAddressSetting(text: string): string | undefined {
  return /^https?:\/\/./.test(text) && URL.canParse(text) ? text : undefined
}

/** Addresses of servers, without a path. */
export function httpAddressesSetting(text: string): readonly string[] | undefined {
  const addresses = text.split(',').map((address) => originSetting(address.trim()))
  return addresses.every((address) => address !== undefined) ? addresses : undefined
}

/** Parses an integer between two bounds, inclusive; `undefined` for any other text. */
export function integerSetting(least: number, most: number) {
  return (text: string): number | undefined =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined
}

/** Parses one of several words; `undefined` for any other text. */
export function oneOfSetting<const Values extends readonly string[]>(...values: Values) {
  return (text: string): Values[number] | undefined => values.find((value) => value === text)
}
