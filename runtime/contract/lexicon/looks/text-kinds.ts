import type { WordVocabulary } from '../names/vocabulary.ts'
import { identifiers } from '../tables/identifiers.ts'
import { looks } from '../tables/looks.ts'
import { secrets } from '../tables/secrets.ts'
import { writtenMoments } from './moments.ts'
import type { ValueSubject } from './subject.ts'

/** Values of one kind, the most likely first. */
export type TextKind = (subject: ValueSubject) => readonly string[]

const email: TextKind = ({ userName }) => [`${userName}@example.com`]
const link: TextKind = (subject) => [`https://example.com/${subject.slug}`, `/${subject.slug}`]
const host: TextKind = (subject) => [`${subject.slug}.example.com`]
const phone: TextKind = ({ phone }) => [phone, phone.slice(1), phone.slice(2)]
/** The full name, and the user name. */
export const personLooks: TextKind = ({ fullName, userName }) => [fullName, userName]
const currency: TextKind = ({ place }) => [place.currency]
const language: TextKind = ({ place }) => [place.locale.slice(0, 2)]
const locale: TextKind = ({ place }) => [
  place.locale,
  place.locale.replace('-', '_'),
  place.locale.slice(0, 2),
]
const color: TextKind = (subject) => [subject.word('colors'), subject.word('colorNames')]
const version: TextKind = ({ number }) => [`${1 + (number % 4)}.${number % 10}.${number % 7}`]
const key: TextKind = (subject) => [subject.key, subject.hex(24)]
const hash: TextKind = (subject) => [subject.hex(40), subject.hex(64), subject.hex(32)]
/** A link to a picture, or its file name. */
export const pictureLooks: TextKind = (subject) => [
  `https://example.com/images/${subject.slug}.png`,
  `${subject.slug}.png`,
  subject.slug,
]

/**
 * Names of things, keyed by the part of a name before its last word: "city" for "city_name", "currency" for
 * "currencyCode".
 */
export const THING_LOOKS: readonly (readonly [WordVocabulary, TextKind])[] = [
  [looks.persons, personLooks],
  [looks.pets, (subject) => [subject.word('pets')]],
  [looks.companies, (subject) => [subject.word('companies')]],
  [looks.streets, ({ street }) => [street]],
  [looks.cities, ({ place }) => [place.city]],
  [looks.regions, ({ place }) => [place.region, place.regionCode]],
  [looks.countries, ({ place }) => [place.country, place.alpha2, place.alpha3]],
  [looks.currencies, currency],
  [looks.languages, language],
  [looks.departments, (subject) => [subject.word('departments')]],
]

/**
 * Values that a service chooses from a small set. Values in the service's own document are more likely to be
 * accepted.
 */
export const CHOICE_LOOKS: readonly (readonly [WordVocabulary, TextKind])[] = [
  [looks.statuses, (subject) => [subject.word('statuses')]],
  [looks.roles, (subject) => [subject.word('roles')]],
  [looks.types, (subject) => [subject.word('types')]],
  [looks.priorities, (subject) => [subject.word('priorities')]],
  [looks.categories, (subject) => [subject.word('tags')]],
]

/** Kinds of links, by the name of the link or of the object that contains it. */
export const LINK_LOOKS: readonly (readonly [WordVocabulary, TextKind])[] = [
  [looks.links, link],
  [looks.pictures, pictureLooks],
]

/** Kinds of strings by property name. The first match is used. */
export const TEXT_LOOKS: readonly (readonly [Pick<WordVocabulary, 'has'>, TextKind])[] = [
  [looks.emails, email],
  ...LINK_LOOKS,
  [looks.phones, phone],
  [looks.givenNames, (subject) => [subject.word('given')]],
  [looks.familyNames, (subject) => [subject.word('family')]],
  [looks.userNames, ({ userName }) => [userName]],
  [looks.secondLines, ({ number }) => [`Floor ${1 + (number % 5)}`]],
  [looks.addressesOfHosts, ({ number }) => [`192.0.2.${1 + (number % 254)}`]],
  [looks.addresses, ({ street, place }) => [`${street}, ${place.postcode} ${place.city}`, place.city]],
  [looks.postcodes, ({ place }) => [place.postcode]],
  ...THING_LOOKS,
  ...CHOICE_LOOKS,
  [looks.money, ({ price }) => [(price / 100).toFixed(2), String(price)]],
  [looks.jobs, (subject) => [subject.word('jobs')]],
  [looks.titles, (subject) => [subject.word('titles'), subject.thing]],
  [looks.portraits, (subject) => [subject.word('portraits'), subject.word('jobs')]],
  [looks.prose, (subject) => [subject.word('sentences'), subject.word('titles'), subject.thing]],
  [looks.colors, color],
  [looks.versions, version],
  [looks.locales, locale],
  [looks.timezones, ({ place }) => [place.timezone]],
  [looks.hosts, host],
  [looks.agents, () => ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0']],
  [looks.files, (subject) => [subject.word('files')]],
  [looks.mediaTypes, () => ['application/pdf', 'image/png']],
  [looks.slugs, ({ slug }) => [slug]],
  [looks.hashes, hash],
  [identifiers.keys, key],
  [identifiers.referring, key],
  [secrets.members, key],
]

/** Codes for things, used both for "country_code" and for the "code" of a country. */
export const CODE_LOOKS: readonly (readonly [WordVocabulary, TextKind])[] = [
  [looks.countries, ({ place }) => [place.alpha2, place.alpha3]],
  [looks.regions, ({ place }) => [place.regionCode]],
  [looks.currencies, currency],
  [looks.languages, language],
]

/** Kinds of strings by format. Except for times, no realistic strings are known for any other format. */
export const FORMAT_LOOKS: Readonly<Record<string, TextKind>> = {
  ...{ uri: link, url: link, iri: link, 'uri-reference': link, 'iri-reference': link },
  ...{ hostname: host, 'idn-hostname': host },
  ...{ email, 'idn-email': email },
  ...{ phone, 'phone-number': phone, tel: phone, e164: phone },
  ...{ color, semver: version, currency, language, locale },
  'country-code': ({ place }) => [place.alpha2],
  timezone: ({ place }) => [place.timezone],
  duration: ({ number }) => [`PT${5 * (1 + (number % 11))}M`],
  decimal: ({ price }) => [(price / 100).toFixed(2)],
  password: key,
}

/** Kinds of strings by description, for names that do not indicate a kind. */
export const DESCRIBED_LOOKS: readonly (readonly [RegExp, TextKind])[] = [
  [/\be-?mail address\b/i, email],
  [/\bphone number\b/i, phone],
  [/^(?:(?:the|an?|absolute|full)\s)*(?:url|uri|link)\b/i, link],
  [/\bISO[- ]?3166\b|\bcountry code\b/i, ({ place }) => [place.alpha2, place.alpha3]],
  [/\bISO[- ]?4217\b|\bcurrency code\b/i, currency],
  [/\bISO[- ]?639\b|\blanguage code\b/i, language],
  [/\bBCP[- ]?47\b/i, locale],
  [/\bRFC[- ]?3339\b|\bISO[- ]?8601\b/i, (subject) => writtenMoments(subject, 'other')],
  [/\bsemantic version\b|\bsemver\b/i, version],
]

/** Values for names that say nothing more specific, such as "code", "sku" and "order_number". */
export const codeLooks: TextKind = ({ number }) => [
  `AB-${1000 + (number % 9000)}`,
  String(1000 + (number % 9000)),
]
/** Values for locations about which nothing is known: the name of a thing. */
export const thingLooks: TextKind = (subject) => [subject.thing, subject.slug]
